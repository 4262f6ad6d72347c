/* Runs before the first paint: applies the stored theme, colours and language, and preloads the route in the address
   bar. */
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
  if (ground) ground.content = ground.dataset[theme];
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
  root.lang = language;
  var manifest = document.querySelector('link[rel=manifest]');
  if (manifest) manifest.href = '/manifest.' + language + '.webmanifest';
  if (!route) return;
  route.files.concat(route.texts[language]).forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = '/' + file;
    document.head.appendChild(link);
  });
  ask(route.calls);
  /* Sends the page's first calls while its code loads; src/api/first-answers.ts takes over the answers. */
  function ask(calls) {
    var session = null;
    try {
      session = JSON.parse(stored('app.user.v1'));
    } catch {
      /* A damaged session counts as signed out. */
    }
    var isWhole =
      session &&
      session.sessionToken &&
      Number.isSafeInteger(session.userId) &&
      session.user &&
      Number.isSafeInteger(session.user.accountId);
    if (!isWhole) return;
    var known = JSON.stringify(calls)
      .replace(/"\$userId"/g, session.userId)
      .replace(/"\$accountId"|\$accountId/g, session.user.accountId);
    var due = JSON.parse(known).filter(function (call) {
      return !call.unlessStored || stored(call.unlessStored) === null;
    });
    window.salarFirstAnswers = due.map(function (call) {
      var body = JSON.stringify(call.body);
      var controller = new AbortController();
      var answer = fetch(call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', aptoken: session.sessionToken },
        body: body,
        signal: controller.signal,
      });
      /* The request that takes it over handles a failure. */
      answer.catch(function () {});
      return {
        endpoint: call.endpoint,
        arg: call.arg,
        path: call.path,
        body: body,
        token: session.sessionToken,
        at: performance.now(),
        answer: answer,
        controller: controller,
      };
    });
  }
})();
