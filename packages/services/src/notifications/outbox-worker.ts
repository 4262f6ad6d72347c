/**
 * Sends the mails of the outbox.
 *
 * A mail is claimed for a while, sent, and completed. If the process dies in between, the claim expires and the same mail is
 * sent again with the same code and the same message id: never lost, and never with two different codes.
 */
import type { Database } from '@salar/store';
import {
  claimOutboxMails,
  markOutboxMailFailed,
  markOutboxMailSent,
  postponeOutboxMail,
  readNextMailDueAt,
} from '@salar/store/tables/messages/outbox';
import type { OutboxMail } from '@salar/store/tables/messages/outbox';
import { writePoint } from '@salar/store/write-points';
import { Loop } from '../background/loop.ts';
import type { Log } from '../ports/log.ts';
import type { MailTransport } from '../ports/mail-transport.ts';
import type { Notification } from '../ports/notifier.ts';
import { toLanguage } from './languages.ts';
import { buildMailContext } from './outbox-notifier.ts';
import { renderMail } from './render-mail.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';

const minute = 60_000;
/** Delays before the second and later attempts; after the last one the mail fails. */
export const backoffMs: readonly number[] = [minute, 5 * minute, 30 * minute, 120 * minute, 360 * minute];
/** Longer than the transport's own timeouts together. */
const leaseMs = minute;
const batchSize = 10;
/** The shortest delay between two rounds that no new mail requested. */
const roundMs = 300;

export type OutboxWorkerOptions = {
  readonly database: Database;
  readonly transport: MailTransport;
  readonly box: SealedBox;
  /** The base address of links in mails, without a trailing slash. */
  readonly publicUrl: string;
  /** Printed at the end of every mail; nothing is printed by default. */
  readonly supportEmail?: string | null;
  readonly now?: () => number;
  /** How often mails are looked for of which `wake` was not notified; 30 s by default. */
  readonly safetyPollMs?: number;
  readonly log: Log;
};

export class OutboxWorker {
  readonly #options: OutboxWorkerOptions;
  readonly #now: () => number;
  readonly #loop: Loop;

  constructor(options: OutboxWorkerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    // An unavailable database ends the round: the rows are safe in it, and the next round reads them.
    this.#loop = new Loop({
      name: 'outbox',
      intervalMs: roundMs,
      log: options.log,
      work: async () => {
        if ((await this.sendDue()) === batchSize) this.#loop.wake();
      },
      due: {
        next: () => readNextMailDueAt(options.database),
        now: this.#now,
        safetyPollMs: options.safetyPollMs,
      },
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Sends at once: a mail was queued. */
  wake(): void {
    this.#loop.wake();
  }

  /** Stops after the mail that is being sent. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Sends what is due now. @returns the number of attempted mails */
  async sendDue(): Promise<number> {
    const at = this.#now();
    const mails = await claimOutboxMails(this.#options.database, {
      at,
      leaseUntil: at + leaseMs,
      limit: batchSize,
    });
    for (const mail of mails) await this.#send(mail);
    return mails.length;
  }

  async #send(mail: OutboxMail): Promise<void> {
    const { mailId, kind } = mail;
    const { database, publicUrl, supportEmail = null, transport, log } = this.#options;
    const notification = this.#open(mail);
    if (notification === null) {
      await markOutboxMailFailed(database, mailId, this.#now(), 'changed in the database');
      return;
    }
    const content = renderMail(notification, {
      language: toLanguage(mail.language),
      publicUrl,
      supportEmail,
      userId: mail.userId,
    });
    const sent = await transport.send({
      ...content,
      to: mail.recipient,
      messageId: buildMessageId(mail, publicUrl),
    });
    if (sent.ok) {
      writePoint('mail.sent');
      await markOutboxMailSent(database, mailId, this.#now());
      return;
    }
    const wait = backoffMs[mail.attempts - 1];
    log.warn(
      {
        mailId,
        kind,
        attempts: mail.attempts,
        reason: sent.reason,
      },
      'sending a mail failed',
    );
    if (sent.refusal === 'mail_refused' || wait === undefined)
      await markOutboxMailFailed(database, mailId, this.#now(), sent.reason);
    else await postponeOutboxMail(database, mailId, this.#now() + wait, sent.reason);
  }

  /** Returns null for a mail whose content belongs to another row or receiver. */
  #open(mail: OutboxMail): Notification | null {
    const { box, log } = this.#options;
    try {
      return JSON.parse(box.open(mail.sealed, buildMailContext(mail)).toString()) as Notification;
    } catch (error) {
      const { mailId, kind } = mail;
      const text = 'ALERT: a mail was changed in the database, and is not sent';
      log.error({ mailId, kind, error: String(error) }, text);
      return null;
    }
  }
}

function buildMessageId(mail: OutboxMail, publicUrl: string): string {
  return `outbox-${mail.mailId}.${mail.kind.replaceAll('_', '-')}@${new URL(publicUrl).hostname}`;
}
