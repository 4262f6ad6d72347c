/** The script of the local pages: uses the app's theme, and reloads pages whose content changed. */
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
      // Read as a document by the browser itself: text is never turned into markup here. A server that is away is asked again.
      var request = new XMLHttpRequest();
      request.open('GET', location.href);
      request.setRequestHeader('accept', 'text/html');
      request.responseType = 'document';
      request.onload = function () {
        var fresh = request.status === 200 && request.response && request.response.querySelector('main');
        if (!fresh || fresh.innerHTML === shown) return;
        shown = fresh.innerHTML;
        document.querySelector('main').replaceChildren.apply(document.querySelector('main'), fresh.childNodes);
      };
      request.send();
    }, 2000);
  });
})();
`;
