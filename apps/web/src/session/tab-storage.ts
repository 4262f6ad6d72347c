/** Keeps values of this tab across reloads, in the browser's session storage, until the customer signs out. */

const prefix = 'draft.';

/** Returns the value stored under the name, of any shape; undefined when it is missing or damaged. */
export function readFromTab(name: string): unknown {
  return withStorage((storage) => {
    const text = storage.getItem(prefix + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  });
}

/** Stores a value that survives JSON; null removes it. */
export function writeToTab(name: string, value: object | null): void {
  withStorage((storage) => {
    if (value === null) storage.removeItem(prefix + name);
    else storage.setItem(prefix + name, JSON.stringify(value));
  });
}

/** Removes everything that this tab stores, so that the next customer does not see it. */
export function clearTabStorage(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}

/** Full, disabled or damaged storage keeps nothing, and the page still works. */
function withStorage<T>(act: (storage: Storage) => T): T | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
