/* Before the first paint: the chosen ground and colours, and a head start for the route in the address bar. */
(function () {
  var root = document.documentElement;
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }
  var theme = stored('ui.theme');
  if (theme !== 'light' && theme !== 'dark')
    theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  root.dataset.theme = theme;
  if (stored('ui.colours') === 'blue-orange') root.dataset.colours = 'blue-orange';
  var ground = document.querySelector('meta[name=theme-color]');
  if (ground && theme === 'light') ground.content = '#faf9f6';
  var chunks = {/* routes */};
  var files =
    chunks[location.pathname.replace(/\/+$/, '')] ||
    chunks[stored('app.user.v1') ? '/dashboard' : '/signin'] ||
    [];
  files.forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.appendChild(link);
  });
})();
