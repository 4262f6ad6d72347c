/** Reports the start: one short line per step. */
export class StartProgress {
  readonly #startedAt = performance.now();
  readonly #notes: string[] = [];
  readonly #print: (line: string) => void;

  /** @param print  shows a line to the person who starts the exchange */
  constructor(print: (line: string) => void) {
    this.#print = print;
  }

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
    this.#print(`  ${name.padEnd(28)} ${seconds(performance.now() - startedAt)}`);
    return result;
  }

  total(): string {
    return seconds(performance.now() - this.#startedAt);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
