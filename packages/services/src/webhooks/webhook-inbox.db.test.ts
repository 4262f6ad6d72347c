import { accept, refuse } from '@salar/protocol';
import type { WebhookEvent } from '@salar/store/tables/messages/webhook-events';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
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

function createInbox(party: Party): WebhookInbox {
  return new WebhookInbox({ database: store.database, sources: [party], now: () => now, log: silentLog });
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
