/**
 * The key under which a withdrawal is asked for.
 *
 * While nobody knows what became of a request, the same request keeps its key, so that asking again cannot take money
 * twice. A different request, or one after a clear answer, is another intent and gets another key.
 */
export class WithdrawIntents {
  #unresolved: { readonly request: string; readonly key: string } | null = null;
  readonly #makeKey: () => string;

  constructor(makeKey: () => string) {
    this.#makeKey = makeKey;
  }

  /** The key for a request, given as plain data. */
  getKey(request: object): string {
    const text = JSON.stringify(request);
    if (this.#unresolved?.request !== text) this.#unresolved = { request: text, key: this.#makeKey() };
    return this.#unresolved.key;
  }

  /** The server has answered: what is asked next is another intent. */
  resolve(): void {
    this.#unresolved = null;
  }
}
