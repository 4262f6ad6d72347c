/** When the worker of the outbox looks for mails: the queries are counted on a real PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { User } from '@salar/store/tables/customers/users';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { insertTestUser } from '@salar/testing/test-customers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SealedBox } from '../crypto/sealed-box.ts';
import { silentLog } from '../ports/log.ts';
import { OutboxNotifier } from './outbox-notifier.ts';
import { OutboxWorker } from './outbox-worker.ts';

/** Longer than any test: what happens before has another cause. */
const hourMs = 3_600_000;
/** Generous for a busy machine, and less than the 30 s after which the safety poll would find the row. */
const soon = { timeout: 20_000 };
/** The queries of a round that finds nothing: the claim, and when the next mail is due. */
const emptyRound = 2;

const box = new SealedBox(randomBytes(32));
let store: TestDatabase;
let maria: User;
const sent: string[] = [];
let worker: OutboxWorker;
/** Counts the statements outside of transactions: those of the worker, once the customer exists. */
let countQueries: () => number;
let lastQuery: () => string;

beforeEach(async () => {
  store = await openTestDatabase();
  maria = await insertTestUser(store.database, 'maria');
  sent.length = 0;
  const queries = vi.spyOn(store.database, 'query');
  countQueries = () => queries.mock.calls.length;
  lastQuery = () => queries.mock.lastCall?.[0] ?? '';
});
afterEach(async () => {
  await worker.stop();
  vi.restoreAllMocks();
  await store.close();
});

/** Starts a worker and resolves when its first round has found nothing. */
async function startWorker(safetyPollMs: number): Promise<void> {
  worker = new OutboxWorker({
    database: store.database,
    transport: {
      send: async ({ text }) => {
        sent.push(/verifycode=(\w+)/.exec(text)?.[1] ?? '');
        return { ok: true };
      },
    },
    box,
    publicUrl: 'https://salar.example',
    safetyPollMs,
    log: silentLog,
  });
  worker.start();
  await expect.poll(countQueries, soon).toBeGreaterThanOrEqual(emptyRound);
}

/** Queues a mail. @param onQueued  as in the exchange, unless the test loses the wake-up */
async function queue(code: string, { onQueued = () => worker.wake(), dueInMs = 0 } = {}): Promise<void> {
  const notifier = new OutboxNotifier({ box, now: () => Date.now() + dueInMs, onQueued });
  await store.database.transaction((tx) =>
    notifier.enqueue(tx, {
      userId: maria.userId,
      to: maria.email,
      dedupKey: `verify:${code}`,
      notification: { kind: 'verify_email', code },
    }),
  );
}

test('a queued mail is sent when its transaction commits, and a rolled-back one does not wake the worker', async () => {
  await startWorker(hourMs);
  await queue('first');
  await expect.poll(() => sent, soon).toEqual(['first']);
  const onQueued = vi.fn();
  const notifier = new OutboxNotifier({ box, onQueued });
  const failing = store.database.transaction(async (tx) => {
    await notifier.enqueue(tx, {
      userId: maria.userId,
      to: maria.email,
      dedupKey: 'verify:never',
      notification: { kind: 'verify_email', code: 'never' },
    });
    throw new Error('the cause failed');
  });
  await expect(failing).rejects.toThrow('the cause failed');
  expect(onQueued).not.toHaveBeenCalled();
});

test('a mail that is due later is sent then, without another wake-up', async () => {
  await startWorker(hourMs);
  await queue('later', { dueInMs: 500 });
  await expect.poll(() => sent, soon).toEqual(['later']);
});

test('a mail that was claimed by a process that died is sent when the claim ends', async () => {
  await queue('claimed', { onQueued: () => undefined });
  await store.database.query('UPDATE mail_outbox SET attempts = 1, due_at = $1', [Date.now() + 500]);
  await startWorker(hourMs);
  await expect.poll(() => sent, soon).toEqual(['claimed']);
});

test('a mail whose wake-up was lost is found by the safety poll', async () => {
  await startWorker(50);
  await queue('lost', { onQueued: () => undefined });
  await expect.poll(() => sent, soon).toEqual(['lost']);
});

test('with nothing due there are no queries', async () => {
  await startWorker(hourMs);
  await queue('one');
  await expect.poll(() => sent, soon).toEqual(['one']);
  // The last statement of a round reads when the next mail is due.
  await expect.poll(lastQuery, soon).toContain('select min("due_at")');
  const before = countQueries();
  await sleep(1_500);
  expect(countQueries()).toBe(before);
});
