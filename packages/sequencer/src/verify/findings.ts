/** Collects what a verification compared, and the differences it found. */

export type Finding = {
  /** The kind of rows that were compared, such as `ledger entries`. */
  readonly what: string;
  readonly compared: number;
  readonly different: number;
  /** The first few differences, a sentence each. */
  readonly examples: readonly string[];
};

const examplesMax = 10;

export class Findings {
  readonly #byName = new Map<string, { compared: number; different: number; examples: string[] }>();

  /** Counts comparisons, whatever their result. */
  compared(what: string, count = 1): void {
    this.#getOrCreate(what).compared += count;
  }

  differs(what: string, sentence: string): void {
    const one = this.#getOrCreate(what);
    one.different += 1;
    if (one.examples.length < examplesMax) one.examples.push(sentence);
  }

  /** Compares two records field by field; `actual` is undefined if it is missing. */
  compare(what: string, name: string, pair: { expected: object; actual: object | undefined }): void {
    this.compared(what);
    if (pair.actual === undefined) return this.differs(what, `${name} is missing`);
    const actual = flatten(pair.actual);
    for (const [field, value] of Object.entries(flatten(pair.expected))) {
      if (value === actual[field]) continue;
      const shown = String(actual[field]);
      return this.differs(what, `${name}: ${field} is ${shown}, the journal says ${String(value)}`);
    }
  }

  list(): readonly Finding[] {
    return [...this.#byName].map(([what, one]) => ({ what, ...one }));
  }

  #getOrCreate(what: string): { compared: number; different: number; examples: string[] } {
    const known = this.#byName.get(what);
    if (known !== undefined) return known;
    const fresh = { compared: 0, different: 0, examples: [] };
    this.#byName.set(what, fresh);
    return fresh;
  }
}

function flatten(record: object): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== 'object' || value === null) fields[name] = value;
    else
      for (const [inner, innerValue] of Object.entries(flatten(value as object)))
        fields[`${name}.${inner}`] = innerValue;
  }
  return fields;
}
