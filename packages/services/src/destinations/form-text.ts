/** Forms travel as JSON text inside a text. */

export type FormFields = Readonly<Record<string, unknown>>;

/** Longer forms are no honest answer to a few fields. */
const formLengthMax = 4096;

/** The fields of a form; null when the text is no JSON object, or too long. */
export function parseFormText(text: string): FormFields | null {
  if (text.length > formLengthMax) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as FormFields) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
