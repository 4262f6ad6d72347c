/** The audit record: who did what to what, when and from where. Rows are only ever added (security rule X4). */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../database.ts';

export type AuditEntry = {
  readonly at: Millis;
  /** Null when nobody is known: a sign-in with an unknown name. */
  readonly userId: UserId | null;
  readonly requestIp: string | null;
  /** A short word such as `sign_in_failed`; never holds what a customer typed. */
  readonly action: string;
  readonly object?: string;
  readonly detail?: string;
};

export async function insertAudit(on: Queryable, entry: AuditEntry): Promise<void> {
  await on.query(
    'INSERT INTO audit_entry (at, user_id, request_ip, action, object, detail) VALUES ($1, $2, $3, $4, $5, $6)',
    [entry.at, entry.userId, entry.requestIp, entry.action, entry.object ?? null, entry.detail ?? null],
  );
}
