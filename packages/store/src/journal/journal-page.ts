/**
 * Journal rows on their way out of PostgreSQL: many in one value, because reading rows one by one costs more than
 * applying the commands in them.
 */
import { assert, millis, sequence } from '@salar/protocol';
import { JournalBroken } from './journal-row.ts';
import type { JournalRow } from './journal-row.ts';

/** An SQL aggregate over columns of the journal: one value for `parseJournalPage`, null when there are no rows. */
export const pageOfRows = `string_agg(int8send(first_sequence) || int4send(count) || int8send(epoch) || int8send(at)
    || previous_hash || hash || int4send(length(payload)) || payload, ''::bytea ORDER BY first_sequence)`;

const headerSize = 96; // everything before the payload, including two hashes of 32 bytes

/**
 * Parses a page.
 * @returns its rows in order; they share the page's memory
 * @throws JournalBroken when the page does not end at the end of a row
 */
export function parseJournalPage(page: Buffer): JournalRow[] {
  const rows: JournalRow[] = [];
  let end = 0;
  for (let at = 0; at < page.length; at = end) {
    if (at + headerSize > page.length) throw new JournalBroken('a page of the journal is truncated');
    const payload = at + headerSize;
    end = payload + page.readUInt32BE(payload - 4);
    rows.push({
      firstSequence: sequence(readInteger(page, at)),
      count: page.readUInt32BE(at + 8),
      epoch: readInteger(page, at + 12),
      at: millis(readInteger(page, at + 20)),
      previousHash: page.subarray(at + 28, at + 60),
      hash: page.subarray(at + 60, at + 92),
      payload: page.subarray(payload, end),
    });
  }
  if (end !== page.length) throw new JournalBroken('a page of the journal is truncated');
  return rows;
}

/** Ids, times and counters are numbers below 2^53. */
function readInteger(page: Buffer, at: number): number {
  const value = page.readInt32BE(at) * 2 ** 32 + page.readUInt32BE(at + 4);
  assert(Number.isSafeInteger(value), 'a number in the journal is below 2^53');
  return value;
}
