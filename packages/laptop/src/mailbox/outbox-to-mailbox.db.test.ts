/** The complete path of a mail: outbox row, SMTP, mailbox. Real PostgreSQL and a real SMTP connection. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserId } from '@salar/protocol';
import { silentLog } from '@salar/services/ports/log';
import type { MailTransport } from '@salar/services/ports/mail-transport';
import { buildMailContext, OutboxNotifier } from '@salar/services/notifications/outbox-notifier';
import { backoffMs, OutboxWorker } from '@salar/services/notifications/outbox-worker';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { readLocalMails } from './local-mail-table.ts';
import { writeConfig } from '@salar/store/tables/customers/user-config';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { SmtpTransport } from '@salar/adapters/mail-smtp/smtp-transport';
import { insertTestUser } from '@salar/testing/test-customers';
import { startLocalMailbox } from './local-mailbox.ts';
import type { LocalMailbox } from './local-mailbox.ts';

let db: TestDatabase;
let mailbox: LocalMailbox;
let smtp: SmtpTransport;
const box = new SealedBox(randomBytes(32));
let now = 1_800_000_000_000;
let people = 0;

beforeAll(async () => {
  db = await openTestDatabase();
  mailbox = await startLocalMailbox({ database: db.database, log: silentLog });
  smtp = new SmtpTransport({ url: mailbox.url, from: 'Salar <no-reply@salar.example>', isLoopback: true });
});
beforeEach(() => {
  now += 7_200_000;
});
afterAll(async () => {
  smtp.close();
  await mailbox.stop();
  await db.close();
});

const workerWith = (transport: MailTransport) =>
  new OutboxWorker({
    database: db.database,
    transport,
    box,
    publicUrl: 'https://salar.example',
    now: () => now,
    log: silentLog,
  });

async function person(language: string) {
  people += 1;
  const name = `maria${people}`;
  const user = await insertTestUser(db.database, name);
  await writeConfig(db.database, user.userId, [{ key: 'language', value: language }], 10);
  return user;
}

async function queue(to: { userId: UserId; email: string }, dedupKey: string, code: string) {
  const notifier = new OutboxNotifier({ box, now: () => now });
  await db.database.transaction((tx) =>
    notifier.enqueue(tx, {
      userId: to.userId,
      to: to.email,
      dedupKey,
      notification: { kind: 'verify_email', code },
    }),
  );
}

const mailsTo = (address: string) => readLocalMails(db.database, { recipient: address, limit: 10 });

test('a mail arrives in the customer’s language with its link, and its content is erased from the outbox', async () => {
  const maria = await person('ES');
  await queue(maria, 'verify:1', 'secret-code');
  await workerWith(smtp).sendDue();
  const [mail] = await mailsTo(maria.email);
  expect(mail?.subject).toBe('Confirma tu correo electrónico');
  expect(mail?.links).toContain(
    `https://salar.example/verify-email?verifycode=secret-code&UserId=${maria.userId}`,
  );
  expect(mail?.html).toContain('lang="es"');
  const rows = await db.database.query<{ status: string; sealed: Buffer | null }>(
    `SELECT status, sealed FROM mail_outbox WHERE dedup_key = 'verify:1'`,
  );
  expect(rows).toEqual([{ status: 'sent', sealed: null }]);
});

test('one key is one mail, however often it is queued', async () => {
  const maria = await person('en');
  await queue(maria, 'verify:2', 'first');
  await queue(maria, 'verify:2', 'second');
  await workerWith(smtp).sendDue();
  const mails = await mailsTo(maria.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('verifycode=first');
});

test('a mail whose transaction is rolled back is never sent', async () => {
  const maria = await person('en');
  const notifier = new OutboxNotifier({ box, now: () => now });
  const failing = db.database.transaction(async (tx) => {
    await notifier.enqueue(tx, {
      userId: maria.userId,
      to: maria.email,
      dedupKey: 'verify:3',
      notification: { kind: 'verify_email', code: 'x' },
    });
    throw new Error('the cause failed');
  });
  await expect(failing).rejects.toThrow('the cause failed');
  expect(await workerWith(smtp).sendDue()).toBe(0);
});

test('sent but not marked, as after a kill: it is sent again, and the mailbox stores it once', async () => {
  const maria = await person('en');
  await queue(maria, 'verify:4', 'the-code');
  await workerWith(smtp).sendDue();
  await db.database.query(
    `UPDATE mail_outbox SET status = 'waiting', due_at = $1, sealed = $2 WHERE dedup_key = 'verify:4'`,
    [
      now,
      box.seal(
        Buffer.from(JSON.stringify({ kind: 'verify_email', code: 'the-code' })),
        buildMailContext({
          dedupKey: 'verify:4',
          userId: maria.userId,
          recipient: maria.email,
          kind: 'verify_email',
          language: 'en',
        }),
      ),
    ],
  );
  await workerWith(smtp).sendDue();
  expect(await mailsTo(maria.email)).toHaveLength(1);
});

test('while the mail server is unreachable a mail waits longer and longer, and is given up in the end', async () => {
  const maria = await person('en');
  const away: MailTransport = {
    send: () => Promise.resolve({ ok: false, refusal: 'transport_unavailable', reason: 'ECONNECTION' }),
  };
  await queue(maria, 'verify:5', 'x');
  const worker = workerWith(away);
  for (const wait of backoffMs) {
    expect(await worker.sendDue()).toBe(1);
    now += wait - 1;
    expect(await worker.sendDue()).toBe(0);
    now += 1;
  }
  await worker.sendDue();
  const rows = await db.database.query<{ status: string; attempts: number }>(
    `SELECT status, attempts FROM mail_outbox WHERE dedup_key = 'verify:5'`,
  );
  expect(rows).toEqual([{ status: 'failed', attempts: backoffMs.length + 1 }]);
});

test('two workers never send the same mail', async () => {
  const maria = await person('pt');
  for (let n = 0; n < 8; n++) await queue(maria, `verify:6:${n}`, `code${n}`);
  const [one, other] = await Promise.all([workerWith(smtp).sendDue(), workerWith(smtp).sendDue()]);
  expect(one + other).toBe(8);
  expect(await mailsTo(maria.email)).toHaveLength(8);
});

test('E5 an address cannot be flooded: at most ten unrequested mails an hour', async () => {
  const maria = await person('en');
  for (let n = 0; n < 14; n++) await queue(maria, `verify:7:${n}`, `code${n}`);
  const rows = await db.database.query<{ count: number }>(
    `SELECT count(*) AS count FROM mail_outbox WHERE recipient = $1`,
    [maria.email],
  );
  expect(rows[0]?.count).toBe(10);
});
