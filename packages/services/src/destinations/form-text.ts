/** Parses forms that travel as JSON text inside a string. */

export type FormFields = Readonly<Record<string, unknown>>;

/** Forms have a few fields; longer texts are refused. */
const formLengthMax = 4096;

/** Parses the fields of a form; null when the text is not a JSON object, or is too long. */
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
