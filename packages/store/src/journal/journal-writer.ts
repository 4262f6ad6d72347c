/**
 * The single writer of the journal.
 *
 * Being the writer is a lease with an epoch. Every append checks, in the same statement, that the epoch is still ours
 * and that the journal ends where we expect: a writer that lost the lease cannot append, whatever it believes.
 */
import type pg from 'pg';
import { assert } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import type { Database, Queryable } from '../database.ts';
import { asQueryable } from '../database.ts';
import { assertWaited, commitDoubt, isOutcomeUnknown } from '../commit-doubt.ts';
import { takeLease } from '../lease/lease.ts';
import type { LeaseClaim } from '../lease/lease.ts';
import { commandsPerPart, listJournalParts, makeJournalParts } from './journal-parts.ts';
import type { JournalPart } from './journal-parts.ts';
import { computeRowMac } from './journal-proof.ts';
import type { JournalKey } from './journal-proof.ts';
import { JournalBroken } from './journal-row.ts';
import type { JournalHead, JournalRow } from './journal-row.ts';
import { readJournalHead } from './read-journal.ts';

/** `moved`: nothing was appended, because the lease or the end of the journal is not the one in the row. */
export type AppendOutcome = 'appended' | 'moved';

/**
 * Builds the statement that appends to one part, after the last of the rows that `rows` selects. Every part in it
 * costs a lock.
 */
function appendTo(part: JournalPart, rows: string): string {
  return `
  INSERT INTO ${part.table} (first_sequence, count, epoch, at, previous_hash, hash, payload, mac)
  SELECT $1::bigint, $2::integer, $3::bigint, $4::bigint, $5::bytea, $6::bytea, $7::bytea, $8::bytea
  WHERE (SELECT epoch FROM writer_lease) = $3::bigint
    AND ($1::bigint, $5::bytea) = coalesce(
      (SELECT (first_sequence + count, hash) FROM ${rows} ORDER BY first_sequence DESC LIMIT 1),
      (1::bigint, decode(repeat('00', 32), 'hex')))`;
}

/** The prepared statement for all rows of one part but its first: built once, because it is the same for each of them. */
type AppendStatement = { readonly name: string; readonly text: string; readonly end: number };

function buildStatement(part: JournalPart): AppendStatement {
  return { name: `append-${part.table}`, text: appendTo(part, part.table), end: part.end };
}

/** Selects the rows of a part, and enough before it to find the row that its first row follows. */
function rowsBefore(part: JournalPart): string {
  return `journal WHERE first_sequence >= ${part.start - commandsPerPart}`; // no batch has that many
}

/**
 * A network that drops a connection reports nothing, and the operating system takes a quarter of an hour to notice.
 * Longer than a recovering disk takes; giving up too early costs one read of the journal's end, and nothing else.
 */
const answerTimeoutMsDefault = 10_000;

export type JournalWriterOptions = {
  /** Timeout of one statement, after which its connection counts as dead. */
  readonly answerTimeoutMs?: number;
  /** The key of the rows' MACs; rows have none without it. */
  readonly macKey?: JournalKey;
};

export class JournalWriter {
  readonly epoch: number;
  readonly #database: Database;
  readonly #answerTimeoutMs: number;
  readonly #macKey: JournalKey | null;
  #client: pg.Client | null;
  /** Appends to the part that holds our last row; null until one was appended over this connection. */
  #statement: AppendStatement | null = null;

  private constructor(
    database: Database,
    epoch: number,
    start: { client: pg.Client; answerTimeoutMs: number; macKey: JournalKey | null },
  ) {
    this.#database = database;
    this.epoch = epoch;
    this.#client = start.client;
    this.#answerTimeoutMs = start.answerTimeoutMs;
    this.#macKey = start.macKey;
  }

  /** Takes the lease from its current holder: from now on no other writer can append. See `takeLease`. */
  static async open(
    database: Database,
    claim: Omit<LeaseClaim, 'ifStill'>,
    options: JournalWriterOptions = {},
  ): Promise<JournalWriter> {
    const epoch = await takeLease(database, claim);
    assert(epoch !== null, 'taking a lease unconditionally succeeds');
    return JournalWriter.holding(database, epoch, options);
  }

  /**
   * Creates the writer for a lease that was taken already.
   *
   * @throws JournalBroken when history is ahead of the journal: appending would overwrite what happened
   */
  static async holding(
    database: Database,
    epoch: number,
    { answerTimeoutMs = answerTimeoutMsDefault, macKey }: JournalWriterOptions = {},
  ): Promise<JournalWriter> {
    await checkEnd(database);
    const client = await database.connect(answerTimeoutMs);
    return new JournalWriter(database, epoch, { client, answerTimeoutMs, macKey: macKey ?? null });
  }

  /**
   * Appends one row and resolves when it is on disk.
   *
   * @throws when the connection or the statement fails: whether the row was written is then unknown until the head is
   * read again over a new connection
   */
  async append(row: JournalRow): Promise<AppendOutcome> {
    const { firstSequence, count, epoch, at, previousHash, hash, payload } = row;
    const mac = this.#macKey === null ? null : computeRowMac(this.#macKey, hash);
    const values = [firstSequence, count, epoch, at, previousHash, hash, payload, mac];
    const statement = this.#statement;
    if (statement !== null && row.firstSequence < statement.end) {
      const { name, text } = statement;
      return this.#insert({ name, text, values });
    }
    const parts = await listJournalParts(asQueryable(this.#connected()));
    const known = parts.find(({ start, end }) => start <= row.firstSequence && row.firstSequence < end);
    const next = known ?? (await makeJournalParts(this.#database, row.firstSequence)); // usually created long ago
    const outcome = await this.#insert({ text: appendTo(next, rowsBefore(next)), values });
    if (outcome === 'appended') this.#statement = buildStatement(next);
    return outcome;
  }

  /**
   * Replaces the connection, and reads where the journal ends and whether the lease is still ours.
   *
   * Resolves when a commit of our own has come back: a row that is visible is not always durable, but then it is.
   */
  async reconnect(): Promise<{ head: JournalHead; isLeaseOurs: boolean }> {
    await this.close();
    const client = await this.#database.connect(this.#answerTimeoutMs);
    this.#client = client;
    const on: Queryable = asQueryable(client);
    const lease = await on.query<{ epoch: number }>('SELECT epoch FROM writer_lease');
    const head = await readJournalHead(on);
    await this.#database.proveCommitsOn(client);
    return { head, isLeaseOurs: lease[0]?.epoch === this.epoch };
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#statement = null;
    // Errors of a connection that is already broken are irrelevant.
    await client?.end().catch(() => undefined);
  }

  async #insert(statement: pg.QueryConfig): Promise<AppendOutcome> {
    const client = this.#connected();
    try {
      const { rowCount } = await client.query(statement);
      assertWaited(client);
      return rowCount === 1 ? 'appended' : 'moved';
    } catch (error) {
      if (isOutcomeUnknown(error)) commitDoubt.raise();
      throw error;
    }
  }

  #connected(): pg.Client {
    if (this.#client === null) throw new Error('the journal writer is not connected');
    return this.#client;
  }
}

async function checkEnd(database: Database): Promise<void> {
  const head = await readJournalHead(database);
  const rows = await database.query<{ sequence: Sequence }>('SELECT sequence FROM projection');
  const projected = rows[0]?.sequence ?? 0;
  if (projected > head.sequence) {
    throw new JournalBroken(
      `the journal ends at command ${head.sequence} but history goes up to command ${projected}: ` +
        'the last part of the journal is missing; attach it again, or restore a backup',
    );
  }
}
