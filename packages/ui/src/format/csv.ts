/**
 * Writes comma-separated values that are safe to open in a spreadsheet.
 *
 * Spreadsheets run cells that start like a formula, skip blanks, and treat full-width and other look-alike signs as the
 * plain ones; no cell written here starts so.
 */

/**
 * Blanks followed by a sign that starts a formula; or a line break or tab, which splits the cell in lenient readers.
 */
const formulaStart = /^[\s\p{Cc}\p{Cf}]*[=+\-@]|^[\s\p{Cc}\p{Cf}]*[\t\r\n]/u;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const byteOrderMark = '\ufeff';

/**
 * Writes one quoted cell, with a leading apostrophe when it could be read as a formula. Plain numbers stay numbers.
 *
 * @example toCsvCell('-12.5')   // '"-12.5"'
 * @example toCsvCell('=1+1')    // `"'=1+1"`
 */
export function toCsvCell(value: string): string {
  const guarded = startsLikeFormula(value) ? `'${value}` : value;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Writes a whole file: UTF-8 with byte order mark, CRLF, every cell quoted. */
export function toCsvText(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((row) => row.map(toCsvCell).join(',')).join('\r\n') + '\r\n';
}

function startsLikeFormula(value: string): boolean {
  return !plainNumber.test(value) && formulaStart.test(value.normalize('NFKC'));
}
