/** Untrusted JSON from Sumsub. */
export type SumsubObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is SumsubObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Parses an object; returns null for any other text. */
export function readObject(text: string): SumsubObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
