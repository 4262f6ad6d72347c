/**
 * The laptop's own mail server: a real SMTP listener on loopback that stores what it receives in the database.
 *
 * It replaces the customers' mail providers with the same protocol, so mails are sent as in production.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { Log } from '@salar/services/ports/log';
import type { Database } from '@salar/store';
import { storeLocalMail } from './local-mail-table.ts';

/** More than a day of trying things out. */
const mailsKept = 2_000;
const mailBytesMax = 1_048_576;

export type LocalMailbox = {
  /** `smtp://127.0.0.1:port` */
  readonly url: string;
  stop(): Promise<void>;
};

/** Starts the listener on a free port of the loopback interface. A mail is acknowledged once it is stored. */
export async function startLocalMailbox(options: {
  readonly database: Database;
  readonly now?: () => number;
  readonly log: Log;
}): Promise<LocalMailbox> {
  const now = options.now ?? Date.now;
  const keep = async (stream: Readable, recipients: readonly string[]): Promise<Error | undefined> => {
    try {
      const mail = await simpleParser(stream);
      await storeLocalMail(options.database, { ...toLocalMail(mail, now()), recipients }, mailsKept);
      return undefined;
    } catch (error) {
      options.log.warn({ error }, 'a mail could not be stored');
      // 451: the sender keeps it and tries again.
      return Object.assign(new Error('cannot store the mail now'), { responseCode: 451 });
    }
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    size: mailBytesMax,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address.toLowerCase());
      const answer = async () => done(await keep(stream, recipients));
      void answer();
    },
  });
  server.on('error', (error) =>
    options.log.warn({ error }, 'the local mailbox had an error on a connection'),
  );
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}

function toLocalMail(mail: ParsedMail, receivedAt: number) {
  const text = mail.text ?? '';
  const html = typeof mail.html === 'string' ? mail.html : '';
  return {
    messageId: mail.messageId ?? `unnamed-${receivedAt}-${Math.floor(performance.now() * 1000)}`,
    sender: mail.from?.text ?? '',
    subject: mail.subject ?? '',
    text,
    html,
    links: findLinks(text),
    receivedAt,
  };
}

/** Returns every address in the text, in order, once each. */
function findLinks(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])];
}
