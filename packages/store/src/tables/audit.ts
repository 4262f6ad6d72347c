/** The audit record: who did what to what, when and from where. Rows are only ever added (security rule X4). */
import type { Millis, SecurityAction, UserId } from '@salar/protocol';
import type { Queryable } from '../database.ts';

export type AuditEntry = {
  readonly at: Millis;
  /** Null when nobody is known: a sign-in with an unknown name. */
  readonly userId: UserId | null;
  readonly requestIp: string | null;
  readonly action: SecurityAction;
  readonly object?: string;
  readonly detail?: string;
};

/** Gives the number of the row. */
export async function insertAudit(on: Queryable, entry: AuditEntry): Promise<number> {
  const rows = await on.query<{ entry_id: number }>(
    `INSERT INTO audit_entry (at, user_id, request_ip, action, object, detail) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING entry_id`,
    [entry.at, entry.userId, entry.requestIp, entry.action, entry.object ?? null, entry.detail ?? null],
  );
  const [row] = rows;
  if (!row) throw new Error('an audit entry that was just written is not there');
  return row.entry_id;
}
