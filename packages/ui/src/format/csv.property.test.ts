/** For any text: no spreadsheet runs the cell, and a reader of the file gets it back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toCsvText } from './csv.ts';

/** Text with many of the characters that spreadsheets and CSV readers misinterpret. */
const dangerous = fc.string({
  unit: fc.constantFrom(
    ...'=+-@\t\r\n \u00a0\u200b\u0000\ufeff"\',;|\uff1d\uff0b\uff0d\uff20\ufe66\u207a\u22120A'.split(''),
  ),
  minLength: 1,
  maxLength: 2,
});
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: dangerous }, fc.string({ unit: 'grapheme', maxLength: 3 })), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''));
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
  );
const plainNumber = /^-?\d+(\.\d+)?$/;

test('a reader gets every cell back, with at most an apostrophe before it', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const read = readCsv(toCsvText(rows));
      expect(read.length).toBe(rows.length);
      for (const [y, row] of rows.entries()) {
        expect(read[y]?.length).toBe(row.length);
        for (const [x, value] of row.entries()) expect([value, `'${value}`]).toContain(read[y]?.[x]);
      }
    }),
    { numRuns: 2000 },
  );
});

test('no cell of any text can start a formula', () => {
  fc.assert(
    fc.property(text, (value) => {
      const cell = readCsv(toCsvText([[value]]))[0]?.[0] ?? '';
      const seen = cell.normalize('NFKC').replace(/[\s\p{Cc}\p{Cf}]/gu, '');
      expect(plainNumber.test(cell) || !/^[=+\-@]/.test(seen)).toBe(true);
      expect(/^[\t\r\n]/.test(cell)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test('numbers stay numbers, however many digits they have', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.stringMatching(/^\d{1,18}$/), (whole, fraction) => {
      const value = `${whole}.${fraction}`;
      expect(readCsv(toCsvText([[value]]))).toEqual([[value]]);
    }),
  );
});

/** An independent reader, from the grammar of RFC 4180: quoted cells, doubled quotes, CRLF between records. */
function readCsv(file: string): string[][] {
  expect(file.startsWith('\ufeff')).toBe(true);
  const records: string[][] = [[]];
  let at = 1;
  while (at < file.length) {
    expect(file[at]).toBe('"');
    let cell = '';
    for (at += 1; file[at] !== '"' || file[at + 1] === '"'; at += 1) {
      if (at >= file.length) throw new Error('a cell is not closed');
      if (file[at] === '"') at += 1;
      cell += file[at];
    }
    records.at(-1)?.push(cell);
    at += 1;
    if (file[at] === ',') at += 1;
    else if (file.startsWith('\r\n', at)) {
      at += 2;
      records.push([]);
    } else throw new Error(`a cell is followed by ${JSON.stringify(file[at])}`);
  }
  expect(records.at(-1)).toEqual([]);
  return records.slice(0, -1);
}
