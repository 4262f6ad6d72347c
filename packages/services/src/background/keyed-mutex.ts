import { Mutex } from 'async-mutex';

/** Runs work one at a time for each key; different keys do not wait for each other. */
export class KeyedMutex<Key> {
  readonly #mutexes = new Map<Key, Mutex>();

  /** Runs `work` after all earlier work under `key` has ended, whether it succeeded or not. */
  async run<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const mutex = this.#mutexes.get(key) ?? new Mutex();
    this.#mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked() && this.#mutexes.get(key) === mutex) this.#mutexes.delete(key);
    }
  }

  /** Resolves when everything that runs or waits now has ended. */
  async waitUntilIdle(): Promise<void> {
    await Promise.all([...this.#mutexes.values()].map((mutex) => mutex.waitForUnlock()));
  }
}
