/** Parses JSON with numbers kept as the text they were written as: an amount converted to a float loses digits. */

// Strings match as a whole, so that digits inside them are not changed.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Parses JSON and returns every number as its text.
 *
 * @throws SyntaxError when the text is not JSON
 * @example parseNumbersAsText('{"fee":0.00000001}')  // { fee: '0.00000001' }
 */
export function parseNumbersAsText(json: string): unknown {
  return JSON.parse(json.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
