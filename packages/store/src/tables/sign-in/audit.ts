/** The audit record: who did what to what, when and from where. Rows are only ever added (security rule X4). */
import { createHash } from 'node:crypto';
import type { Millis, SecurityAction, UserId } from '@salar/protocol';
import type { Database, Queryable } from '../../database.ts';

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
  const rows = await on.query<{ entry_id: number }>(
    `INSERT INTO audit_entry (at, user_id, request_ip, action, object, detail) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING entry_id`,
    [entry.at, entry.userId, entry.requestIp, entry.action, entry.object ?? null, entry.detail ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('an inserted audit entry was not returned');
  return row.entry_id;
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
const columns = `entry_id AS "entryId", at, user_id AS "userId", request_ip AS "requestIp", action, object, detail`;

/** Returns the entries about one customer, newest first. */
export async function listUserAudit(
  on: Queryable,
  userId: UserId,
  page: { readonly startIndex: number; readonly limit: number },
): Promise<readonly AuditRow[]> {
  return on.query<AuditRow>(
    `SELECT ${columns} FROM audit_entry WHERE user_id = $1 ORDER BY entry_id DESC OFFSET $2 LIMIT $3`,
    [userId, page.startIndex, page.limit],
  );
}

type LinkedRow = AuditRow & {
  readonly link: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
};

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
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    let entries = 0;
    let lastHash: Buffer = firstHash;
    for (;;) {
      const rows = await tx.query<LinkedRow>(
        `SELECT link, ${columns}, previous_hash AS "previousHash", hash
         FROM audit_chain LEFT JOIN audit_entry USING (entry_id) WHERE link > $1 ORDER BY link LIMIT $2`,
        [entries, rowsPerPage],
      );
      for (const row of rows) {
        if (!isNextLink(row, entries + 1, lastHash)) return { isWhole: false, link: entries + 1 };
        entries += 1;
        lastHash = row.hash;
      }
      if (rows.length < rowsPerPage) break;
    }
    const [count] = await tx.query<{ entries: number }>('SELECT count(*) AS entries FROM audit_entry');
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
