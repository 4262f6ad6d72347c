/** Reads everything that stays in a browser after its user has left: storages, cookies, caches, addresses. */
import type { Page } from '@playwright/test';

/** Returns it as one text to search. The session's own token is left out, because it is stored on purpose. */
export async function readStoredData(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    address: location.href,
    state: JSON.stringify(history.state),
    requested: performance.getEntriesByType('resource').map(({ name }) => name),
    window: window.name,
  }));
  const local = kept.local.map(([key, value]) => [key, withoutToken(value)]);
  const cookies = await page.context().cookies();
  return JSON.stringify({ ...kept, local, cookies });
}

function withoutToken(value: string): string {
  return value.replace(/"sessionToken":"[^"]*"/, '"sessionToken":"…"');
}
