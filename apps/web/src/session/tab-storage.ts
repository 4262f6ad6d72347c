/** What this tab keeps across reloads until the customer signs out, in the browser's session storage. */

const prefix = 'draft.';

/** Returns what was kept under the name, of any shape; undefined when nothing was, or when it is damaged. */
export function readFromTab(name: string): unknown {
  return withStorage((storage) => {
    const text = storage.getItem(prefix + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

/** Keeps a value that survives JSON; null removes what was kept. */
export function writeToTab(name: string, value: object | null): void {
  withStorage((storage) => {
    if (value === null) storage.removeItem(prefix + name);
    else storage.setItem(prefix + name, JSON.stringify(value));
  });
}

/** Removes everything that this tab keeps: the next customer typed none of it. */
export function clearTabStorage(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}

/** Storage that is full, switched off or damaged keeps nothing, and the page works. */
function withStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
