import { setTimeout as sleep } from 'node:timers/promises';
import { accept, refuse } from '@salar/protocol';
import type { WebhookEvent } from '@salar/store/tables/messages/webhook-events';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { silentLog } from '../ports/log.ts';
import { WebhookInbox } from './webhook-inbox.ts';
import type { WebhookRequest, WebhookSource } from './webhook-source.ts';

let store: TestDatabase;
let now: number;
beforeEach(async () => {
  store = await openTestDatabase();
  now = Date.UTC(2026, 4, 4, 12);
});
afterEach(() => store.close());

/** A provider with a password as signature, which can be unavailable. */
class Party implements WebhookSource {
  readonly provider = 'party';
  readonly received: string[] = [];
  isAway = false;

  async read({ body, header }: WebhookRequest): ReturnType<WebhookSource['read']> {
    if (header('x-word') !== 'open sesame') return refuse('signature_refused');
    const text = body.toString();
    if (text === '') return refuse('body_malformed');
    return accept(text === 'unknown' ? null : { eventKey: text, kind: 'told', details: { about: text } });
  }

  async process({ details }: WebhookEvent): Promise<void> {
    if (this.isAway) throw new Error('a provider error with details that must not be stored');
    this.received.push(details['about'] ?? '');
  }
}

/** Longer than any test: what happens before has another cause. */
const hourMs = 3_600_000;

function createInbox(party: Party, safetyPollMs = hourMs): WebhookInbox {
  const { database } = store;
  return new WebhookInbox({ database, sources: [party], now: () => now, safetyPollMs, log: silentLog });
}

function request(text: string, signature = 'open sesame'): WebhookRequest {
  return { body: Buffer.from(text), header: (name) => (name === 'x-word' ? signature : undefined) };
}

const rows = () =>
  store.database.query<{ status: string; attempts: number; last_error: string | null }>(
    'SELECT status, attempts, last_error FROM webhook_event ORDER BY event_id',
  );

test('D6: an event is stored once, however often it is sent, and processed once', async () => {
  const party = new Party();
  const inbox = createInbox(party);
  for (const text of ['a', 'b', 'a'])
    expect(await inbox.receive('party', request(text))).toEqual(accept(null));
  expect(await inbox.processDue()).toBe(2);
  expect(await inbox.receive('party', request('b'))).toEqual(accept(null));
  expect(await inbox.processDue()).toBe(0);
  expect(party.received).toEqual(['a', 'b']);
});

test('D6: unsigned, malformed and unknown events leave no trace', async () => {
  const inbox = createInbox(new Party());
  expect(await inbox.receive('party', request('a', 'guess'))).toEqual(refuse('signature_refused'));
  expect(await inbox.receive('party', request(''))).toEqual(refuse('body_malformed'));
  expect(await inbox.receive('nobody', request('a'))).toEqual(refuse('provider_unknown'));
  expect(await inbox.receive('party', request('unknown'))).toEqual(accept(null));
  expect(await rows()).toEqual([]);
});

test('an unavailable provider is retried later, and its error message is not stored', async () => {
  const party = new Party();
  const inbox = createInbox(party);
  await inbox.receive('party', request('a'));
  await inbox.receive('party', request('b'));
  party.isAway = true;
  await inbox.processDue();
  expect(await rows()).toEqual(
    ['a', 'b'].map(() => ({ status: 'waiting', attempts: 1, last_error: 'Error' })),
  );
  expect(await inbox.processDue()).toBe(0);
  party.isAway = false;
  now += 2_000;
  expect(await inbox.processDue()).toBe(2);
  expect(party.received).toEqual(['a', 'b']);
});

test('an event that never succeeds fails after a week, with a log entry', async () => {
  const party = new Party();
  const inbox = createInbox(party);
  party.isAway = true;
  await inbox.receive('party', request('a'));
  const start = now;
  while ((await inbox.processDue()) > 0) now += 3_600_000;
  expect(now - start).toBeGreaterThan(6 * 86_400_000);
  expect(await rows()).toEqual([{ status: 'failed', attempts: 170, last_error: 'Error' }]);
});

test('an event interrupted by a crash is processed after the next start', async () => {
  const party = new Party();
  await createInbox(party).receive('party', request('a'));
  // Claimed by a process that then died: postponed for minutes.
  await store.database.query('UPDATE webhook_event SET attempts = 1, due_at = $1', [now + 120_000]);
  const restarted = createInbox(party);
  restarted.start();
  await expect.poll(() => party.received).toEqual(['a']);
  await restarted.stop();
});

test('old processed events are deleted', async () => {
  const party = new Party();
  const inbox = createInbox(party);
  await inbox.receive('party', request('a'));
  await inbox.processDue();
  now += 91 * 86_400_000;
  const restarted = createInbox(party);
  restarted.start();
  await expect.poll(rows).toEqual([]);
  await restarted.stop();
});

describe('a running inbox', () => {
  /** Generous for a busy machine. */
  const soon = { timeout: 20_000 };
  let inbox: WebhookInbox;
  let countQueries: () => number;
  let dueQueries: () => number;

  /** Starts an inbox and resolves when its first round has found nothing. */
  async function start(party: Party, safetyPollMs?: number): Promise<void> {
    const queries = vi.spyOn(store.database, 'query');
    countQueries = () => queries.mock.calls.length;
    dueQueries = () => queries.mock.calls.filter(([text]) => text.startsWith('select min("due_at")')).length;
    inbox = createInbox(party, safetyPollMs);
    inbox.start();
    await expect.poll(dueQueries, soon).toBeGreaterThanOrEqual(1);
  }
  afterEach(async () => {
    await inbox.stop();
    vi.restoreAllMocks();
  });

  test('processes an event when it is stored', async () => {
    const party = new Party();
    await start(party);
    await inbox.receive('party', request('a'));
    await expect.poll(() => party.received, soon).toEqual(['a']);
  });

  test('retries when the event is due, without another wake-up', async () => {
    const party = new Party();
    party.isAway = true;
    await start(party);
    await inbox.receive('party', request('a'));
    await expect.poll(rows, soon).toMatchObject([{ status: 'waiting', attempts: 1, last_error: 'Error' }]);
    party.isAway = false;
    now += 2_000; // the clock of the rows; the loop waits for the two seconds
    await expect.poll(() => party.received, soon).toEqual(['a']);
  });

  test('finds an event that another process stored by the safety poll', async () => {
    const party = new Party();
    await start(party, 50);
    await createInbox(party).receive('party', request('a'));
    await expect.poll(() => party.received, soon).toEqual(['a']);
  });

  test('makes no queries while nothing is due', async () => {
    await start(new Party());
    const before = countQueries();
    await sleep(2_500);
    expect(countQueries()).toBe(before);
  });
});
