/** The little the local pages do by themselves: take over the app's theme, and look for news on pages that change. */
export const pageScript = `
(function () {
  var theme = null;
  try { theme = localStorage.getItem('ui.theme'); } catch (_) { theme = null; }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  document.addEventListener('DOMContentLoaded', function () {
    if (!('live' in document.body.dataset)) return;
    var shown = document.querySelector('main').innerHTML;
    setInterval(function () {
      if (document.hidden || document.activeElement && document.activeElement.matches('input,textarea,select')) return;
      var typed = Array.prototype.some.call(document.querySelectorAll('main input'), function (input) { return input.value !== input.defaultValue; });
      if (typed) return;
      fetch(location.href, { headers: { accept: 'text/html' } })
        .then(function (answer) { return answer.ok ? answer.text() : null; })
        .then(function (text) {
          if (text === null) return;
          var fresh = new DOMParser().parseFromString(text, 'text/html').querySelector('main');
          if (!fresh || fresh.innerHTML === shown) return;
          shown = fresh.innerHTML;
          document.querySelector('main').replaceChildren.apply(document.querySelector('main'), fresh.childNodes);
        })
        .catch(function () { /* the server is away for a moment: asked again */ });
    }, 2000);
  });
})();
`;
