/**
 * Records every action that concerns a customer's security: in the audit log, and in a mail to the customer where required
 * (security rules P9, X4). Both are written in the transaction of the action.
 */
import { millis } from '@salar/protocol';
import type { SecurityAction, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { insertAudit, listUserAudit } from '@salar/store/tables/sign-in/audit';
import type { AuditRow } from '@salar/store/tables/sign-in/audit';
import type { User } from '@salar/store/tables/customers/users';
import { isNotice } from '../ports/notifier.ts';
import type { NoticeCredential, Notifier } from '../ports/notifier.ts';
import type { Origin } from '../ports/request-origin.ts';

export type SecurityEntry = {
  readonly user: Pick<User, 'userId' | 'email'>;
  readonly action: SecurityAction;
  readonly origin: Origin;
  /** The object of the action: a key's first characters, a destination's name. Never a secret, never what was typed. */
  readonly object?: string;
  readonly detail?: string;
  /** False when the mail of another entry of the same transaction lists this one; true by default. */
  readonly hasOwnMail?: boolean;
  /** The keys and passkeys that ended or stay; the mail lists them. */
  readonly credentials?: readonly NoticeCredential[];
};

type SecurityLogOptions = {
  readonly database: Database;
  readonly notifier: Notifier;
  readonly now: () => number;
};

export class SecurityLog {
  readonly #options: SecurityLogOptions;

  constructor(options: SecurityLogOptions) {
    this.#options = options;
  }

  /** Writes the entry, and queues a mail when customers are notified of the action. */
  async record(tx: Queryable, entry: SecurityEntry): Promise<void> {
    const { user, action, origin, object, detail, hasOwnMail = true, credentials } = entry;
    const at = millis(this.#options.now());
    const entryId = await insertAudit(tx, {
      at,
      userId: user.userId,
      requestIp: origin.ip === '' ? null : origin.ip,
      action,
      ...(object !== undefined && { object }),
      ...(detail !== undefined && { detail }),
    });
    if (!isNotice(action) || !hasOwnMail) return;
    await this.#options.notifier.enqueue(tx, {
      userId: user.userId,
      to: user.email,
      dedupKey: `notice:${entryId}`,
      notification: {
        kind: 'security_notice',
        action,
        at,
        ip: origin.ip === '' ? null : origin.ip,
        agent: origin.agent,
        object: object ?? null,
        ...(credentials && { credentials }),
      },
    });
  }

  /** Lists the entries of one customer, newest first. */
  async list(
    userId: UserId,
    page: { readonly startIndex: number; readonly limit: number },
  ): Promise<readonly AuditRow[]> {
    return listUserAudit(this.#options.database, userId, page);
  }
}
