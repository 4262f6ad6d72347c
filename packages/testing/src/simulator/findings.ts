/** Violations of the laws. */
export class Findings {
  readonly #sentences: string[] = [];

  get list(): readonly string[] {
    return this.#sentences;
  }

  get isEmpty(): boolean {
    return this.#sentences.length === 0;
  }

  add(sentence: string): void {
    if (this.#sentences.length < findingsMax) this.#sentences.push(sentence);
  }
}

/** More add nothing: the first one matters. */
const findingsMax = 20;
