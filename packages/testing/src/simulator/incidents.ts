/** What went wrong on purpose, and how often. */
export class Incidents {
  readonly #counts = new Map<string, number>();

  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  count(kind: string): void {
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }
}
