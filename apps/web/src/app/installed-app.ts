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
    await workers.register(workerPath, { updateViaCache: 'none' });
    const { active } = await workers.ready;
    const keep = savesData() ? null : document.documentElement.lang;
    setTimeout(() => active?.postMessage({ keep }), restAfterMs);
  } catch {
    // Private windows and full disks refuse.
  }
}

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
