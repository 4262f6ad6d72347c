/**
 * The idempotency keys of withdrawals.
 *
 * While the outcome of a request is unknown, the same request keeps its key, so that repeating it cannot take money
 * twice. A different request, or one after a clear answer, is another intent and gets another key.
 */
export class WithdrawIntents {
  #unresolved: { readonly request: string; readonly key: string } | null = null;
  readonly #makeKey: () => string;

  constructor(makeKey: () => string) {
    this.#makeKey = makeKey;
  }

  /** Returns the key for a request, given as plain data. */
  getKey(request: object): string {
    const text = JSON.stringify(request);
    if (this.#unresolved?.request !== text) this.#unresolved = { request: text, key: this.#makeKey() };
    return this.#unresolved.key;
  }

  /** The server has answered: the next request is another intent. */
  resolve(): void {
    this.#unresolved = null;
  }
}
