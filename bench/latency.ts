/** Collects the exact latencies of a run and sorts them once at the end. */
export class Latencies {
  readonly #micros: number[] = [];

  record(micros: number): void {
    this.#micros.push(micros);
  }

  /** @param share between 0 and 1 */
  quantiles(...shares: number[]): number[] {
    const sorted = Float64Array.from(this.#micros).sort();
    return shares.map((share) =>
      Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0),
    );
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
