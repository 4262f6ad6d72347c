/**
 * The parts of the journal: tables that each hold a range of commands, made ahead of need.
 *
 * A part that is full is never written again, so it can be detached, archived, and attached when it is needed. The first
 * part is the table that was the whole journal once, and may be longer than the others.
 */
import type { Sequence } from '@salar/protocol';
import type { Database, Queryable } from '../database.ts';

/** Rows whose first command is at `start` or after it, and before `end`. */
export type JournalPart = { readonly table: string; readonly start: number; readonly end: number };

/**
 * Commands in one part: between 0.2 GB (full batches) and 1.2 GB (one command a batch), so that a file of the archive can
 * be moved about and the parts of some years stay in the hundreds. What an append costs does not depend on it.
 */
export const commandsPerPart = 5_000_000;
const partsMadeAtOnceMax = 1000;
const makersLock = 7_236_218; // any constant; only those who make parts take it

/** The parts that are attached, oldest first. */
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
 * Makes the parts that are missing up to the one that `sequence` belongs to. Appends go on meanwhile.
 *
 * @param size  commands in a part that is made now
 * @returns the part of `sequence`
 * @throws when the table of a part is there but not attached: somebody took it off while it was still needed
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
  throw new Error(`command ${sequence} is too far from the end of the journal to make a place for it`);
}

async function makeNextPart(
  database: Database,
  { end: start, sequence, size }: { end: number; sequence: Sequence; size: number },
): Promise<void> {
  if (start > sequence) {
    throw new Error(`the part of the journal for command ${sequence} was detached: attach it again`);
  }
  const table = `journal_${start}`;
  await database.transaction(async (tx) => {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [makersLock]);
    if ((await listJournalParts(tx)).some((part) => part.start === start)) return; // another process was faster
    if ((await tx.query('SELECT 1 FROM pg_class WHERE oid = to_regclass($1)', [table])).length > 0) {
      throw new Error(
        `the part of the journal for command ${sequence}, the table ${table}, was detached: attach it again`,
      );
    }
    await tx.query(`CREATE TABLE ${table} (LIKE journal INCLUDING ALL)`);
    await tx.query(`CREATE TRIGGER journal_is_for_ever BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION journal_is_for_ever()`);
    // Made whole first and attached then: this lock lets others append meanwhile, that of PARTITION OF does not.
    await tx.query(
      `ALTER TABLE journal ATTACH PARTITION ${table} FOR VALUES FROM (${start}) TO (${start + size})`,
    );
  });
}

/** Makes the parts of the journal long before a writer needs them. */
export class JournalPartsAhead {
  readonly #database: Database;
  /** Where the last part ends, as far as we know. */
  #end = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The journal is at `sequence`: there is place for another whole part of commands when this resolves. */
  async reach(sequence: Sequence): Promise<void> {
    const needed = (sequence + commandsPerPart) as Sequence;
    if (needed < this.#end) return;
    this.#end = (await makeJournalParts(this.#database, needed)).end;
  }
}
