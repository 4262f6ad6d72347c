/** Reading the journal in order, checking every link of the chain on the way. */
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import type { Queryable } from '../database.ts';
import { genesisHash, hashOfRow, isSameHash } from './journal-row.ts';
import type { JournalHead, JournalRow } from './journal-row.ts';

/** Thrown when the journal is not what was written: a gap, a changed byte, a broken link. */
export class JournalBroken extends Error {
  override readonly name = 'JournalBroken';
}

const rowsPerRead = 256;
const columns = `first_sequence AS "firstSequence", count, epoch, at, previous_hash AS "previousHash", hash, payload`;

/** The last sequence and its row's hash; sequence 0 and the genesis hash while the journal is empty. */
export async function readJournalHead(on: Queryable): Promise<JournalHead> {
  const rows = await on.query<{ last: Sequence; hash: Uint8Array }>(
    'SELECT first_sequence + count - 1 AS last, hash FROM journal ORDER BY first_sequence DESC LIMIT 1',
  );
  const [row] = rows;
  return row === undefined
    ? { sequence: sequence(0), hash: genesisHash }
    : { sequence: row.last, hash: row.hash };
}

/**
 * Gives the rows after `after`, in order, a page at a time in memory.
 *
 * @param after  the last sequence of a row (0 for the whole journal), or a head that is known already
 * @param until  stop after the row that holds this sequence; the end of the journal when left out
 * @throws JournalBroken at the first row that is not linked to the one before it
 */
export async function* readJournal(
  on: Queryable,
  after: Sequence | JournalHead,
  until: Sequence = sequence(Number.MAX_SAFE_INTEGER),
): AsyncGenerator<JournalRow, void, undefined> {
  let last: JournalHead =
    typeof after === 'number' ? { sequence: after, hash: await hashOfRowEndingAt(on, after) } : after;
  while (last.sequence < until) {
    const rows = await on.query<JournalRow>(
      `SELECT ${columns} FROM journal WHERE first_sequence > $1 AND first_sequence <= $2
       ORDER BY first_sequence LIMIT ${rowsPerRead}`,
      [last.sequence, until],
      'read-journal',
    );
    for (const row of rows) {
      checkLink(row, last);
      last = headAfter(row);
      yield row;
    }
    if (rows.length < rowsPerRead) return;
  }
}

/** Where the journal ends when `row` is its last. */
export function headAfter(row: JournalRow): JournalHead {
  return { sequence: sequence(row.firstSequence + row.count - 1), hash: row.hash };
}

async function hashOfRowEndingAt(on: Queryable, end: Sequence): Promise<Uint8Array> {
  if (end === 0) return genesisHash;
  const rows = await on.query<{ last: Sequence; hash: Uint8Array }>(
    `SELECT first_sequence + count - 1 AS last, hash FROM journal WHERE first_sequence <= $1
     ORDER BY first_sequence DESC LIMIT 1`,
    [end],
    'journal-row-ending-at',
  );
  const [row] = rows;
  if (row === undefined || row.last !== end) {
    throw new JournalBroken(`no batch of the journal ends at command ${end}`);
  }
  return row.hash;
}

/** @throws JournalBroken when `row` does not follow `last`, or is not what its hash says */
export function checkLink(row: JournalRow, last: JournalHead): void {
  if (row.firstSequence !== last.sequence + 1) {
    throw new JournalBroken(`the journal goes from command ${last.sequence} to ${row.firstSequence}`);
  }
  if (!isSameHash(row.previousHash, last.hash)) {
    throw new JournalBroken(`the batch at command ${row.firstSequence} is not linked to the one before it`);
  }
  if (!isSameHash(row.hash, hashOfRow(row))) {
    throw new JournalBroken(`the batch at command ${row.firstSequence} is not what its hash says`);
  }
}
