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
  var routes = {/* routes */};
  var route =
    routes[location.pathname.replace(/\/+$/, '')] || routes[stored('app.user.v1') ? '/dashboard' : '/signin'];
  // As src/i18n/detect-language.ts does.
  var language =
    [stored('ui.language')]
      .concat(navigator.languages)
      .map(function (tag) {
        return String(tag).toLowerCase().split('-')[0];
      })
      .find(function (tag) {
        return ['en', 'es', 'pt'].includes(tag);
      }) || 'en';
  var manifest = document.querySelector('link[rel=manifest]');
  if (manifest) manifest.href = '/manifest.' + language + '.webmanifest';
  if (!route) return;
  route.files.concat(route.texts[language]).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.appendChild(link);
  });
})();
