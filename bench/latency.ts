/** An answer that takes longer counts as stalled. */
const stallMicros = 50_000;

export type LatencySummary = Readonly<Record<'p50' | 'p99' | 'p999' | 'slowest' | 'stalled', number>>;

/** Collects the exact latencies of a run and sorts them once at the end. */
export class Latencies {
  readonly #micros: number[] = [];

  record(micros: number): void {
    this.#micros.push(micros);
  }

  /** Returns the distribution in microseconds, and the number of latencies above `stallMicros`. */
  summary(): LatencySummary {
    const [p50 = 0, p99 = 0, p999 = 0, slowest = 0] = this.quantiles(0.5, 0.99, 0.999, 1);
    const stalled = this.#micros.filter((micros) => micros > stallMicros).length;
    return { p50, p99, p999, slowest, stalled };
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
