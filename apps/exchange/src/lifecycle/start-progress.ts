/** What the terminal shows while the exchange starts: one short line for each part. */
export class StartProgress {
  readonly #startedAt = performance.now();

  /** Does one part of the start and says how long it took. */
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
