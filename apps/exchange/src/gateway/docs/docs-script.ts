/**
 * The script of the page: theme, copying, searching calls, and highlighting the current section. The page can be read
 * without it.
 */
export const docsScript = `
(function () {
  'use strict';
  var root = document.documentElement;
  root.dataset.script = '';
  function stored() { try { return localStorage.getItem('ui.theme'); } catch (_) { return null; } }
  function shownTheme() {
    var chosen = stored();
    return chosen === 'light' || chosen === 'dark' ? chosen : matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  }
  root.dataset.theme = shownTheme();

  document.addEventListener('DOMContentLoaded', function () {
    theme();
    copying();
    finding();
    place();
  });

  function theme() {
    var button = document.querySelector('.theme-button');
    function name() {
      button.textContent = root.dataset.theme === 'dark' ? 'Light' : 'Dark';
      button.setAttribute('aria-label', button.textContent + ' theme');
    }
    button.hidden = false;
    name();
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', function () {
      root.dataset.theme = shownTheme();
      name();
    });
    button.addEventListener('click', function () {
      root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
      try { localStorage.setItem('ui.theme', root.dataset.theme); } catch (_) { /* shown, and not kept */ }
      name();
    });
  }

  function copying() {
    document.addEventListener('click', function (event) {
      var button = event.target.closest('.copy');
      if (!button) return;
      var pre = button.parentElement.querySelector('pre');
      navigator.clipboard.writeText(pre.textContent).then(function () {
        button.textContent = 'Copied';
        setTimeout(function () { button.textContent = 'Copy'; }, 2000);
      }, function () {
        getSelection().selectAllChildren(pre);
        button.textContent = 'Press Ctrl C';
      });
    });
  }

  function finding() {
    var nav = document.getElementById('contents');
    var find = document.getElementById('find');
    var found = document.getElementById('found');
    var guide = nav.querySelector('.guide');
    var items = Array.prototype.slice.call(nav.querySelectorAll('[data-terms]'));
    find.addEventListener('input', function () {
      var terms = find.value.toLowerCase().split(/\\s+/).filter(Boolean);
      var count = 0;
      items.forEach(function (item) {
        var isFound = terms.every(function (term) { return item.dataset.terms.includes(term); });
        item.hidden = !isFound;
        if (isFound) count += 1;
      });
      guide.hidden = terms.length > 0;
      nav.querySelectorAll('[data-group]').forEach(function (group) {
        group.hidden = !group.querySelector('li:not([hidden])');
      });
      found.textContent = terms.length === 0 ? '' : count === 1 ? '1 call' : count === 0 ? 'No matching call' : count + ' calls';
    });
    find.addEventListener('keydown', function (event) {
      if (event.key !== 'Enter' || find.value === '') return;
      var best = best_of(items.filter(function (item) { return !item.hidden; }), find.value.toLowerCase());
      if (best) best.querySelector('a').click();
    });
    function best_of(shown, text) {
      return shown.find(function (item) { return item.textContent.toLowerCase().startsWith(text); }) || shown[0];
    }
    document.addEventListener('keydown', function (event) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target.closest('input,textarea,select')) return;
      event.preventDefault();
      if (getComputedStyle(nav).display === 'none') nav.showPopover();
      find.focus();
    });
    nav.addEventListener('click', function (event) {
      if (event.target.closest('a') && nav.matches(':popover-open')) nav.hidePopover();
    });
  }

  /** Marks the entry of what is being read. */
  function place() {
    var nav = document.getElementById('contents');
    var entries = new Map();
    var list = nav.querySelector('.list');
    nav.querySelectorAll('a').forEach(function (link) { entries.set(link.hash.slice(1), link); });
    var headings = Array.prototype.filter.call(document.querySelectorAll('main [id]'), function (one) { return entries.has(one.id); });
    var current = null;
    var isAsked = false;
    function mark() {
      isAsked = false;
      var read = headings[0];
      for (var n = 0; n < headings.length && headings[n].getBoundingClientRect().top < 120; n += 1) read = headings[n];
      var link = read && entries.get(read.id);
      if (!link || link === current) return;
      if (current) current.removeAttribute('aria-current');
      link.setAttribute('aria-current', 'true');
      current = link;
      var box = list.getBoundingClientRect();
      var at = link.getBoundingClientRect();
      if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - box.height / 3;
    }
    addEventListener('scroll', function () {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(mark);
    }, { passive: true });
    mark();
  }
})();
`;
