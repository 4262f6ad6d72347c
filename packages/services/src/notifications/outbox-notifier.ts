/** The `Notifier` on the outbox table: a mail is a row in the transaction of its cause. */
import { millis } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import { countOutboxMailsSince, insertOutboxMail } from '@salar/store/tables/messages/outbox';
import type { NewOutboxMail } from '@salar/store/tables/messages/outbox';
import { readConfig } from '@salar/store/tables/customers/user-config';
import type { Queryable } from '@salar/store';
import type { Notification, Notifier } from '../ports/notifier.ts';
import { toLanguage } from './languages.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';

/** Security rule E5: limits the mails that anyone can trigger to an address without signing in. */
const perAddressMax = 10;
const windowMs = 3_600_000;
const unsolicitedKinds: readonly Notification['kind'][] = ['verify_email', 'reset_password'];

type OutboxNotifierOptions = {
  readonly box: SealedBox;
  readonly now?: () => number;
  /** Called when a queued mail is committed. */
  readonly onQueued?: () => void;
};

export class OutboxNotifier implements Notifier {
  readonly #options: OutboxNotifierOptions;
  readonly #now: () => number;

  constructor(options: OutboxNotifierOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
  }

  async enqueue(
    tx: Queryable,
    mail: { userId: UserId; to: string; dedupKey: string; notification: Notification },
  ): Promise<void> {
    const { notification, dedupKey, userId } = mail;
    const recipient = mail.to.toLowerCase();
    const now = millis(this.#now());
    if (
      unsolicitedKinds.includes(notification.kind) &&
      (await countOutboxMailsSince(tx, recipient, unsolicitedKinds, now - windowMs)) >= perAddressMax
    )
      return; // the caller's answer is the same in either case and reveals nothing
    const language = toLanguage((await readConfig(tx, userId)).find(({ key }) => isLanguageKey(key))?.value);
    const { kind } = notification;
    const row = { dedupKey, userId, recipient, kind, language };
    const content = Buffer.from(JSON.stringify(notification));
    const sealed = this.#options.box.seal(content, buildMailContext(row));
    const isQueued = await insertOutboxMail(tx, { ...row, sealed, createdAt: now });
    const { onQueued } = this.#options;
    if (isQueued && onQueued !== undefined) tx.afterCommit(onQueued);
  }
}

/**
 * Builds the associated data under which a mail's content is sealed. The receiver is a part: a mail that was redirected in
 * the database does not open.
 */
export function buildMailContext(row: Omit<NewOutboxMail, 'sealed' | 'createdAt'>): string {
  const { dedupKey, userId, recipient, kind, language } = row;
  return `mail_outbox/${JSON.stringify([dedupKey, userId, recipient, kind, language])}`;
}

function isLanguageKey(key: string): boolean {
  return key.toLowerCase() === 'language';
}
