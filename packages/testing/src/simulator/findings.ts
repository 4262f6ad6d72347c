/** What was not as it must be. */
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

/** More say nothing new: the first is what to look at. */
const findingsMax = 20;
