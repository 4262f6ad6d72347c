/** Reads the journal in order and checks every link of the chain on the way. */
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import type { Queryable } from '../database.ts';
import { listJournalParts } from './journal-parts.ts';
import { pageOfRows, parseJournalPage } from './journal-page.ts';
import { JournalBroken, genesisHash, computeRowHash, isSameHash } from './journal-row.ts';
import type { JournalHead, JournalRow } from './journal-row.ts';

const rowsPerRead = 1024;
const stretchMs = 50;
/** Bounds the memory of a page, and lets PostgreSQL read one or two parts of the journal instead of all. */
const commandsPerRead = 100_000;

/** Returns the last sequence and its row's hash; sequence 0 and the genesis hash while the journal is empty. */
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
 * Yields the rows after `after`, in order, with one page at a time in memory.
 *
 * Yields to the event loop now and then: replaying a long journal must not keep the process from renewing its lease
 * or answering health checks.
 *
 * @param after  the last sequence of a row (0 for the whole journal), or a head that is known already
 * @param until  stop after the row that holds this sequence; the end of the journal when omitted
 * @throws JournalBroken at the first row that is not linked to the one before it
 */
export async function* readJournal(
  on: Queryable,
  after: Sequence | JournalHead,
  until: Sequence = sequence(Number.MAX_SAFE_INTEGER),
): AsyncGenerator<JournalRow, void, undefined> {
  let last: JournalHead =
    typeof after === 'number' ? { sequence: after, hash: await readHashEndingAt(on, after) } : after;
  let page = readPage(on, last.sequence, until);
  let pausedAt = performance.now();
  for (;;) {
    const rows = await page;
    const end = rows.at(-1);
    if (end === undefined) break;
    page = readPage(on, headAfter(end).sequence, until); // PostgreSQL reads it while the caller processes this one
    page.catch(() => undefined); // rethrown where it is awaited, unless the caller stops before
    for (const row of rows) {
      if (row.firstSequence !== last.sequence + 1) await assertPartAttached(on, last.sequence + 1);
      checkLink(row, last);
      last = headAfter(row);
      yield row;
      if (performance.now() - pausedAt < stretchMs) continue;
      await new Promise((resolve) => setImmediate(resolve));
      pausedAt = performance.now();
    }
  }
}

/** Returns the end of a journal whose last row is `row`. */
export function headAfter(row: JournalRow): JournalHead {
  return { sequence: sequence(row.firstSequence + row.count - 1), hash: row.hash };
}

/**
 * Reads the hash of the row that ends at a command; the genesis hash for 0.
 * @throws JournalBroken when no row ends there, or when the row's part is detached
 */
export async function readHashEndingAt(on: Queryable, end: Sequence): Promise<Uint8Array> {
  if (end === 0) return genesisHash;
  const rows = await on.query<{ last: Sequence; hash: Uint8Array }>(
    `SELECT first_sequence + count - 1 AS last, hash FROM journal WHERE first_sequence <= $1
     ORDER BY first_sequence DESC LIMIT 1`,
    [end],
    'journal-row-ending-at',
  );
  const [row] = rows;
  if (row === undefined || row.last !== end) {
    await assertPartAttached(on, end);
    throw new JournalBroken(`no batch of the journal ends at command ${end}`);
  }
  return row.hash;
}

async function readPage(on: Queryable, after: Sequence, until: Sequence): Promise<JournalRow[]> {
  if (after >= until) return [];
  const read = async (to: number, name: string) => {
    const [row] = await on.query<{ page: Buffer | null }>(
      `SELECT ${pageOfRows} AS page FROM (SELECT * FROM journal WHERE first_sequence > $1 AND first_sequence <= $2
         ORDER BY first_sequence LIMIT ${rowsPerRead}) AS next`,
      [after, to],
      name,
    );
    return parseJournalPage(row?.page ?? Buffer.alloc(0));
  };
  const rows = await read(Math.min(until, after + commandsPerRead), 'read-journal');
  if (rows.length > 0 || after + commandsPerRead >= until) return rows;
  return read(until, 'read-journal-far'); // the end of the journal, or a gap
}

/**
 * Checks that the part of the journal with command `needed` is attached.
 * @throws JournalBroken when it is not
 */
async function assertPartAttached(on: Queryable, needed: number): Promise<void> {
  const parts = await listJournalParts(on);
  if (parts.some((part) => part.start <= needed && needed < part.end)) return;
  throw new JournalBroken(
    `command ${needed} is in a part of the journal that was detached: attach it again (it goes up to command ` +
      `${(parts.find((part) => part.start > needed)?.start ?? needed + 1) - 1})`,
  );
}

/**
 * Checks that `row` follows `last`.
 * @throws JournalBroken when it does not, or when it does not match its own hash
 */
export function checkLink(row: JournalRow, last: JournalHead): void {
  if (row.firstSequence !== last.sequence + 1) {
    throw new JournalBroken(`the journal goes from command ${last.sequence} to ${row.firstSequence}`);
  }
  if (!isSameHash(row.previousHash, last.hash)) {
    throw new JournalBroken(`the batch at command ${row.firstSequence} is not linked to the one before it`);
  }
  if (!isSameHash(row.hash, computeRowHash(row))) {
    throw new JournalBroken(`the batch at command ${row.firstSequence} does not match its hash`);
  }
}
