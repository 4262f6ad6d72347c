/** What makes the app open without a connection, and move to a new build without falling between two. */

const workerPath = '/service-worker.js';
const reloadedForKey = 'app.reloadedFor';
/** The customer's first figures come first: what the worker fetches and keeps would take from them. */
const keepAfterMs = 3000;
const restAfterMs = 5000;

/** Begins once the page stands; in the built app only. */
export function startInstalledApp(): void {
  window.addEventListener('vite:preloadError', () => void moveToNewBuild());
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const keepSoon = () => setTimeout(() => void keepApp(navigator.serviceWorker), keepAfterMs);
  if (document.readyState === 'complete') keepSoon();
  else window.addEventListener('load', keepSoon, { once: true });
}

/** The page works without its worker; a browser that refuses it is left alone. */
async function keepApp(workers: ServiceWorkerContainer): Promise<void> {
  try {
    await workers.register(trustedWorkerPath(), { updateViaCache: 'none' });
    const { active } = await workers.ready;
    const keep = savesData() ? null : document.documentElement.lang;
    setTimeout(() => active?.postMessage({ keep }), restAfterMs);
  } catch {
    // Private windows and full disks refuse.
  }
}

/**
 * The worker's address as browsers take it under `require-trusted-types-for`. The policy gives this one address whatever it
 * is asked for, so that nothing else can be made into code through it.
 */
function trustedWorkerPath(): string {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  if (!trustedTypes) return workerPath;
  return trustedTypes.createPolicy('salar-worker', { createScriptURL: () => workerPath }).createScriptURL('');
}

/** As much of the browser's interface as is used here; its result stands for the text it was made of. */
type TrustedTypes = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (text: string) => string };
};

/** Someone who pays for each megabyte gets what they open, and no more. */
function savesData(): boolean {
  return 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;
}

/**
 * Code did not arrive. When that is because the exchange runs a newer build whose files have other names, the page is
 * loaded afresh, once for each build; a broken connection is no reason.
 */
export async function moveToNewBuild(reload = () => window.location.reload()): Promise<void> {
  const mine = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src');
  const newest = await newestPage();
  if (!mine || newest === null || newest.includes(mine)) return;
  const build = /src="([^"]+)"/.exec(newest.slice(newest.indexOf('type="module"')))?.[1] ?? '';
  if (sessionStorage.getItem(reloadedForKey) === build) return;
  sessionStorage.setItem(reloadedForKey, build);
  reload();
}

async function newestPage(): Promise<string | null> {
  try {
    const answer = await fetch('/index.html', { cache: 'no-store' });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
