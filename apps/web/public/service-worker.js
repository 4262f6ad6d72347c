/*
 * Caches the app's own files, so that it opens and keeps working without a connection.
 *
 * Only pages of the app, files with a hash in their name, and the icons of products pass through here. Answers of the
 * exchange are never cached or inspected. A hashed file cannot change, so a new worker may take over at once: pages of
 * the previous build find theirs in its cache, which is kept until there is a build after the next one.
 */
(function () {
  var build = {/* build */};
  var prefix = 'salar.';
  var cacheName = prefix + build.version;
  var page = '/index.html';
  var patienceMs = 4000;
  // As on the server: these are not pages of the app.
  var notPages = /^\/(?:ap|api|kyc|webhooks|docs|health|ready|local|wsgateway)(?:\/|$)/i;

  self.addEventListener('install', function (event) {
    self.skipWaiting();
    event.waitUntil(keepShell());
  });

  self.addEventListener('activate', function (event) {
    event.waitUntil(Promise.all([self.clients.claim(), forgetOldBuilds()]));
  });

  // A page requests the rest of the app in its language once it is idle. A page that was loading while the worker was
  // installed is not controlled by any worker yet.
  self.addEventListener('message', function (event) {
    var rest = build.rest[event.data && event.data.keep];
    event.waitUntil(Promise.all([self.clients.claim(), rest && keepMissing(rest)]));
  });

  self.addEventListener('fetch', function (event) {
    var request = event.request;
    var url = new URL(request.url);
    if (request.method !== 'GET' || url.origin !== self.location.origin) return;
    if (url.pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request));
    else if (url.pathname.startsWith('/icons/products/')) event.respondWith(iconOf(event));
    else if (request.mode === 'navigate' && isPage(url.pathname)) event.respondWith(pageOf(request));
  });

  function isPage(path) {
    return path === page || !(notPages.test(path) || /\.\w{1,12}$/.test(path));
  }

  async function keepShell() {
    var cache = await caches.open(cacheName);
    var fresh = await fetch(page, { cache: 'no-cache' });
    // The exchange was updated between this script and its page: the next visit tries again.
    if (!fresh.ok || !(await fresh.clone().text()).includes(build.entry))
      throw new Error('the page belongs to another build');
    await cache.put(page, fresh);
    await keepMissing(build.shell);
  }

  async function keepMissing(files) {
    var cache = await caches.open(cacheName);
    for (var file of files) {
      if (!(await cache.match(file, { ignoreVary: true }))) await cache.add(file);
    }
  }

  /** Keeps this build's files and those of the previous build, which open tabs may still need. */
  async function forgetOldBuilds() {
    var names = (await caches.keys()).filter(function (name) {
      return name.startsWith(prefix) && name !== cacheName;
    });
    await Promise.all(
      names.slice(0, -1).map(function (name) {
        return caches.delete(name);
      }),
    );
  }

  async function keptOrFetched(request) {
    var kept = await caches.match(request, { ignoreVary: true });
    if (kept) return kept;
    var fresh = await fetch(request);
    if (fresh.status === 200) await (await caches.open(cacheName)).put(request, fresh.clone());
    return fresh;
  }

  /** Answers with the cached icon of a product at once and updates it in the background: its file may have changed. */
  async function iconOf(event) {
    var cache = await caches.open(cacheName);
    var kept = await cache.match(event.request, { ignoreVary: true });
    var fetched = fetch(event.request).then(async function (fresh) {
      if (fresh.status === 200) await cache.put(event.request, fresh.clone());
      return fresh;
    });
    if (!kept) return fetched;
    event.waitUntil(
      fetched.catch(function () {
        // There is no connection: the cached icon stays until the next time.
      }),
    );
    return kept;
  }

  /**
   * Answers with the newest page when the exchange responds in time; otherwise, or while it restarts, with the cached
   * one.
   */
  async function pageOf(request) {
    var kept = await (await caches.open(cacheName)).match(page, { ignoreVary: true });
    if (!kept) return fetch(request);
    try {
      var fresh = await Promise.race([fetch(request), late()]);
      return fresh.status < 500 ? fresh : kept;
    } catch {
      return kept;
    }
  }

  function late() {
    return new Promise(function (_, reject) {
      setTimeout(reject, patienceMs, new Error('the exchange did not answer in time'));
    });
  }
})();
