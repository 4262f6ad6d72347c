/** Runs work one at a time for each key; different keys do not wait for each other. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` after all earlier work under `key` has ended, whether it succeeded or not. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const turn = before.then(work);
    const ended = turn.catch(() => undefined);
    this.#last.set(key, ended);
    try {
      return await turn;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
