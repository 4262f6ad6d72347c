/** Keeps the findings from round to round: a difference that may be a delay counts once it has lasted. */

export type Finding = {
  /** The same difference has the same key in each round. */
  readonly key: string;
  readonly sentence: string;
  /** How much differs; a halt is repeated only when it grows. */
  readonly size: bigint;
  /** True for a difference that no delay explains. */
  readonly isCertain: boolean;
};

type Seen = { readonly since: number; readonly finding: Finding };

export class Findings {
  readonly #graceMs: number;
  #seen: ReadonlyMap<string, Seen> = new Map();

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  /** Takes the findings of a complete round, and returns those that count. One that is not among them has ended. */
  take(findings: readonly Finding[], now: number): readonly Finding[] {
    this.#seen = new Map(
      findings.map((finding) => [finding.key, { finding, since: this.#seen.get(finding.key)?.since ?? now }]),
    );
    return [...this.#seen.values()]
      .filter(({ since, finding }) => finding.isCertain || now - since >= this.#graceMs)
      .map(({ finding }) => finding);
  }
}
