/**
 * The parts of the journal: tables that each hold a range of commands, created ahead of need.
 *
 * A full part is never written again, so it can be detached, archived, and attached again when it is needed. The
 * first part is the table that used to be the whole journal, and may be longer than the others.
 */
import type { Sequence } from '@salar/protocol';
import type { Database, Queryable } from '../database.ts';
import { advisoryLocks } from '../advisory-locks.ts';

/** Holds rows whose first command is at or after `start` and before `end`. */
export type JournalPart = { readonly table: string; readonly start: number; readonly end: number };

/**
 * Commands in one part: between 0.2 GB (full batches) and 1.2 GB (one command a batch), so that an archived file can
 * be moved and some years of parts stay in the hundreds. The cost of an append does not depend on it.
 */
export const commandsPerPart = 5_000_000;
const partsMadeAtOnceMax = 1000;

/** Returns the attached parts, oldest first. */
export async function listJournalParts(on: Queryable): Promise<readonly JournalPart[]> {
  return on.query<JournalPart>(
    `SELECT name AS "table", substring(bound FROM 'FROM \\(''?(\\d+)')::bigint AS start,
       substring(bound FROM 'TO \\(''?(\\d+)')::bigint AS "end"
     FROM (SELECT c.relname AS name, pg_get_expr(c.relpartbound, c.oid) AS bound
       FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
       WHERE i.inhparent = 'journal'::regclass AND NOT i.inhdetachpending) AS part ORDER BY start`,
  );
}

/**
 * Creates the missing parts up to the one that `sequence` belongs to. Appends continue meanwhile.
 *
 * @param size  commands in each part created now
 * @returns the part of `sequence`
 * @throws when the table of a part exists but is not attached: it was detached while it was still needed
 */
export async function makeJournalParts(
  database: Database,
  sequence: Sequence,
  size: number = commandsPerPart,
): Promise<JournalPart> {
  for (let made = 0; made < partsMadeAtOnceMax; made += 1) {
    const parts = await listJournalParts(database);
    const found = parts.find((part) => part.start <= sequence && sequence < part.end);
    if (found !== undefined) return found;
    await makeNextPart(database, { end: parts.at(-1)?.end ?? 1, sequence, size });
  }
  throw new Error(`command ${sequence} is too far beyond the end of the journal to create a part for it`);
}

async function makeNextPart(
  database: Database,
  { end: start, sequence, size }: { end: number; sequence: Sequence; size: number },
): Promise<void> {
  if (start > sequence) {
    throw new Error(`the part of the journal that holds command ${sequence} was detached: attach it again`);
  }
  const table = `journal_${start}`;
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [advisoryLocks.journalParts]);
    if ((await listJournalParts(tx)).some((part) => part.start === start)) return; // another process created it first
    if ((await tx.query('SELECT 1 FROM pg_class WHERE oid = to_regclass($1)', [table])).length > 0) {
      throw new Error(
        `the part of the journal that holds command ${sequence}, table ${table}, was detached: attach it again`,
      );
    }
    await tx.query('SELECT make_journal_part($1, $2)', [start, size]);
  });
}

/** Creates the parts of the journal long before a writer needs them. */
export class JournalPartsAhead {
  readonly #database: Database;
  /** Where the last part ends, as far as this process has read. */
  #end = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves when there is room for another whole part of commands after `sequence`, where the journal is now. */
  async reach(sequence: Sequence): Promise<void> {
    const needed = (sequence + commandsPerPart) as Sequence;
    if (needed < this.#end) return;
    this.#end = (await makeJournalParts(this.#database, needed)).end;
  }
}
