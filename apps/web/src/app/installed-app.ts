/** Lets the app open without a connection, and moves open pages to a new build without mixing files of two builds. */

const workerPath = '/service-worker.js';
const reloadedForKey = 'app.reloadedFor';
/** The customer's first figures have priority: the worker's downloads would delay them. */
const registerAfterMs = 3000;
const cacheRestAfterMs = 5000;

/** Starts after the page has rendered; in the production build only. */
export function startInstalledApp(): void {
  window.addEventListener('vite:preloadError', () => void moveToNewBuild());
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const keepSoon = () => setTimeout(() => void registerWorker(navigator.serviceWorker), registerAfterMs);
  if (document.readyState === 'complete') keepSoon();
  else window.addEventListener('load', keepSoon, { once: true });
}

/** The page works without its worker, so a browser that refuses it is not an error. */
async function registerWorker(workers: ServiceWorkerContainer): Promise<void> {
  try {
    await workers.register(trustedWorkerPath(), { updateViaCache: 'none' });
    const { active } = await workers.ready;
    const keep = savesData() ? null : document.documentElement.lang;
    setTimeout(() => active?.postMessage({ keep }), cacheRestAfterMs);
  } catch {
    // Private windows and full disks refuse.
  }
}

/**
 * Returns the worker's address in the form that `require-trusted-types-for` demands. The policy returns this one
 * address for any input, so that it cannot turn anything else into code.
 */
function trustedWorkerPath(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerPath;
  return trustedTypes.createPolicy('salar-worker', { createScriptURL: () => workerPath }).createScriptURL('');
}

/** The part of the browser's interface that is used here. Its result is declared as a string. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (text: string) => string };
};

/** True when the customer saves data: then only opened pages are cached. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

/**
 * Handles code that could not be loaded. When the exchange runs a newer build, whose files have other names, the page
 * reloads, once for each build; a broken connection is no reason to reload.
 */
export async function moveToNewBuild(reload = () => window.location.reload()): Promise<void> {
  const mine = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  const newest = await fetchNewestPage();
  if (!mine || newest === null || newest.includes(mine)) return;
  const build = /src="([^"]+)"/.exec(newest.slice(newest.indexOf('type="module"')))?.[1] ?? '';
  if (sessionStorage.getItem(reloadedForKey) === build) return;
  sessionStorage.setItem(reloadedForKey, build);
  reload();
}

async function fetchNewestPage(): Promise<string | null> {
  try {
    const answer = await fetch('/index.html', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
