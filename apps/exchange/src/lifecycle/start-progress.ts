/** Reports the start on the terminal: one short line per step. */
export class StartProgress {
  readonly #startedAt = performance.now();
  readonly #notes: string[] = [];

  /** Lists the notes of the summary, a sentence each. */
  get notes(): readonly string[] {
    return this.#notes;
  }

  /** Adds a sentence to the summary. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Runs one step of the start and prints how long it took. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await work();
    console.log(`  ${name.padEnd(28)} ${seconds(performance.now() - startedAt)}`);
    return result;
  }

  total(): string {
    return seconds(performance.now() - this.#startedAt);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
