/** The audit record: who did what to what, when and from where. Rows are only ever added (security rule X4). */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { InferResult } from 'kysely';
import type { Millis, SecurityAction, UserId } from '@salar/protocol';
import type { Database, Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

export type AuditEntry = {
  readonly at: Millis;
  /** Null when the user is unknown: a sign-in with an unknown name. */
  readonly userId: UserId | null;
  readonly requestIp: string | null;
  readonly action: SecurityAction;
  readonly object?: string;
  readonly detail?: string;
};

/** Adds an entry and returns its number. */
export async function insertAudit(on: Queryable, entry: AuditEntry): Promise<number> {
  const row = await runFirst(
    on,
    tables
      .insertInto('audit_entry')
      .values({
        at: entry.at,
        user_id: entry.userId,
        request_ip: entry.requestIp,
        action: entry.action,
        object: entry.object ?? null,
        detail: entry.detail ?? null,
      })
      .returning('entry_id as entryId'),
  );
  if (row === null) throw new Error('an inserted audit entry was not returned');
  return row.entryId;
}

export type AuditRow = {
  readonly entryId: number;
  readonly at: Millis;
  readonly userId: UserId | null;
  readonly requestIp: string | null;
  /** Any value in entries from older versions. */
  readonly action: string;
  readonly object: string | null;
  readonly detail: string | null;
};
const columns = [
  'e.entry_id as entryId',
  'e.at',
  'e.user_id as userId',
  'e.request_ip as requestIp',
  'e.action',
  'e.object',
  'e.detail',
] as const;

/** Returns the entries about one customer, newest first. */
export async function listUserAudit(
  on: Queryable,
  userId: UserId,
  page: { readonly startIndex: number; readonly limit: number },
): Promise<readonly AuditRow[]> {
  return run(
    on,
    tables
      .selectFrom('audit_entry as e')
      .select(columns)
      .where('e.user_id', '=', userId)
      .orderBy('e.entry_id', 'desc')
      .offset(page.startIndex)
      .limit(page.limit),
  );
}

/** Links after a position with their entries, whose columns are null when the entry is gone. */
const selectLinks = tables
  .selectFrom('audit_chain as c')
  .leftJoin('audit_entry as e', 'e.entry_id', 'c.entry_id')
  .select(['c.link', 'c.previous_hash as previousHash', 'c.hash'])
  .select('c.entry_id as entryId')
  .select(['e.at', 'e.user_id as userId', 'e.request_ip as requestIp', 'e.action', 'e.object', 'e.detail']);
type LinkedRow = InferResult<typeof selectLinks>[number];

/**
 * `link`: the first position at which the record differs from the chain; an entry without a link is listed after the
 * last.
 */
export type AuditReport =
  | { readonly isWhole: true; readonly entries: number; readonly lastHash: Buffer }
  | { readonly isWhole: false; readonly link: number };

const rowsPerPage = 2000;
const firstHash = Buffer.alloc(32);

/**
 * Recomputes the chain of the audit record from its first link, in a snapshot of its own.
 *
 * Compare the last hash with one recorded elsewhere: a chain cannot show that links were cut off at its end.
 */
export async function checkAudit(database: Database): Promise<AuditReport> {
  return database.transaction(async (tx) => {
    await run(tx, sql`set transaction isolation level repeatable read read only`);
    let entries = 0;
    let lastHash: Buffer = firstHash;
    for (;;) {
      const rows = await run(
        tx,
        selectLinks.where('c.link', '>', entries).orderBy('c.link').limit(rowsPerPage),
      );
      for (const row of rows) {
        if (!isNextLink(row, entries + 1, lastHash)) return { isWhole: false, link: entries + 1 };
        entries += 1;
        lastHash = row.hash;
      }
      if (rows.length < rowsPerPage) break;
    }
    const count = await runFirst(
      tx,
      tables.selectFrom('audit_entry').select(({ fn }) => fn.countAll<number>().as('entries')),
    );
    return count?.entries === entries
      ? { isWhole: true, entries, lastHash }
      : { isWhole: false, link: entries + 1 };
  });
}

function isNextLink(row: LinkedRow, link: number, lastHash: Buffer): boolean {
  if (row.link !== link || !row.previousHash.equals(lastHash)) return false;
  return createHash('sha256').update(lastHash).update(formatHashedEntry(row)).digest().equals(row.hash);
}

/** Formats the content of an entry as PostgreSQL writes a JSON array. */
function formatHashedEntry({ entryId, at, userId, requestIp, action, object, detail }: LinkedRow): string {
  const said = [entryId, at, userId, requestIp, action, object, detail];
  return `[${said.map((value) => JSON.stringify(value)).join(', ')}]`;
}
