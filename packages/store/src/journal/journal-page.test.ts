import { expect, test } from 'vitest';
import { sequence } from '@salar/protocol';
import { parseJournalPage } from './journal-page.ts';
import { JournalBroken, genesisHash, rowAfter } from './journal-row.ts';
import type { JournalRow } from './journal-row.ts';
import { headAfter } from './read-journal.ts';

const first = rowAfter(
  { sequence: sequence(2 ** 40), hash: genesisHash },
  { count: 3, at: 1_800_000_000_000, epoch: 7, payload: Buffer.from('first') },
);
const second = rowAfter(headAfter(first), {
  count: 1,
  at: 1_800_000_000_001,
  epoch: 2 ** 33,
  payload: Buffer.alloc(0),
});

test('a page holds rows in the order in which they were appended', () => {
  expect(parseJournalPage(Buffer.alloc(0))).toEqual([]);
  const plain = (row: JournalRow) => ({
    ...row,
    previousHash: Buffer.from(row.previousHash),
    hash: Buffer.from(row.hash),
  });
  expect(parseJournalPage(buildPage(first, second)).map(plain)).toEqual([first, second].map(plain));
});

test('a page that is cut anywhere but between two rows is rejected', () => {
  const page = buildPage(first, second);
  const between = buildPage(first).length;
  for (let length = 1; length < page.length; length += 1) {
    const read = () => parseJournalPage(page.subarray(0, length));
    if (length === between) expect(read()).toHaveLength(1);
    else expect(read).toThrow(JournalBroken);
  }
});

/** Builds a page as the aggregate `pageOfRows` does. */
function buildPage(...rows: readonly JournalRow[]): Buffer {
  return Buffer.concat(
    rows.flatMap((row) => {
      const numbers = Buffer.alloc(28);
      numbers.writeBigInt64BE(BigInt(row.firstSequence), 0);
      numbers.writeInt32BE(row.count, 8);
      numbers.writeBigInt64BE(BigInt(row.epoch), 12);
      numbers.writeBigInt64BE(BigInt(row.at), 20);
      const length = Buffer.alloc(4);
      length.writeInt32BE(row.payload.length);
      return [numbers, row.previousHash, row.hash, length, row.payload];
    }),
  );
}
