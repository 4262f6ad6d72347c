/** Spreadsheets run cells that start like a formula; ours never do. */
const formulaStart = /^\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const plainNumber = /^-?\d+(?:\.\d+)?$/;
const byteOrderMark = '\ufeff';

/** One quoted cell, with a leading apostrophe when it could be read as a formula. Plain numbers stay numbers. */
export function csvCell(value: string): string {
  const guarded = formulaStart.test(value) && !plainNumber.test(value) ? `'${value}` : value;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** A whole file: UTF-8 with byte order mark, CRLF, every cell quoted. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((row) => row.map(csvCell).join(',')).join('\r\n') + '\r\n';
}
