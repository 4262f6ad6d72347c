/** JSON whose numbers stay the text they were written as: an amount that became a float has lost digits. */

// Texts are passed over whole, so that digits inside them are left alone.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Parses JSON, giving every number as its text.
 *
 * @throws SyntaxError when the text is no JSON
 * @example parseNumbersAsText('{"fee":0.00000001}')  // { fee: '0.00000001' }
 */
export function parseNumbersAsText(json: string): unknown {
  return JSON.parse(json.replace(tokens, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}
