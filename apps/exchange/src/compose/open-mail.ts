/** Opens the mail: the transport, and the worker that sends what is queued in the outbox. */
import { SmtpTransport } from '@salar/adapters/mail-smtp/smtp-transport';
import { assert } from '@salar/protocol';
import type { SealedBox } from '@salar/services/crypto/sealed-box';
import { OutboxWorker } from '@salar/services/notifications/outbox-worker';
import type { RunOptions } from './run-options.ts';

/** Starts sending and returns the worker. In the local profile mails go to the mailbox of this machine. */
export async function openMail(options: RunOptions, box: SealedBox): Promise<OutboxWorker> {
  const { config, log, stops, database } = options;
  const worker = new OutboxWorker({
    database,
    transport: await openTransport(options),
    box,
    publicUrl: config.publicUrl,
    supportEmail: config.site.supportEmail,
    log,
  });
  worker.start();
  stops.add('mail', () => worker.stop());
  return worker;
}

async function openTransport({ config, laptop, log, stops, database }: RunOptions): Promise<SmtpTransport> {
  const from = config.mailFrom;
  if (config.smtpUrl !== null) {
    const transport = new SmtpTransport({ url: config.smtpUrl, from });
    stops.add('mail transport', () => transport.close());
    return transport;
  }
  assert(laptop !== null, 'production has a mail server');
  const mailbox = await laptop.startLocalMailbox({ database, log });
  stops.add('mailbox', () => mailbox.stop());
  const transport = new SmtpTransport({ url: mailbox.url, from, isLoopback: true });
  stops.add('mail transport', () => transport.close());
  return transport;
}
