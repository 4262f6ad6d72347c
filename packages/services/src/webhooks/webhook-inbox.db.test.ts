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

/** A party whose signature is a word, and that can be away. */
class Party implements WebhookSource {
  readonly provider = 'party';
  readonly heard: string[] = [];
  isAway = false;

  async read({ body, header }: WebhookRequest): ReturnType<WebhookSource['read']> {
    if (header('x-word') !== 'open sesame') return refuse('signature_refused');
    const text = body.toString();
    if (text === '') return refuse('body_malformed');
    return accept(text === 'unknown' ? null : { eventKey: text, kind: 'told', facts: { about: text } });
  }

  async process({ facts }: WebhookEvent): Promise<void> {
    if (this.isAway) throw new Error('a party that says more than we may keep');
    this.heard.push(facts['about'] ?? '');
  }
}

function inboxOf(party: Party): WebhookInbox {
  return new WebhookInbox({ database: store.database, sources: [party], now: () => now, log: silentLog });
}

function said(text: string, word = 'open sesame'): WebhookRequest {
  return { body: Buffer.from(text), header: (name) => (name === 'x-word' ? word : undefined) };
}

const rows = () =>
  store.database.query<{ status: string; attempts: number; last_error: string | null }>(
    'SELECT status, attempts, last_error FROM webhook_event ORDER BY event_id',
  );

test('D6: an event is kept once, however often it is sent, and acted upon once', async () => {
  const party = new Party();
  const inbox = inboxOf(party);
  for (const text of ['a', 'b', 'a']) expect(await inbox.receive('party', said(text))).toEqual(accept(null));
  expect(await inbox.processDue()).toBe(2);
  expect(await inbox.receive('party', said('b'))).toEqual(accept(null));
  expect(await inbox.processDue()).toBe(0);
  expect(party.heard).toEqual(['a', 'b']);
});

test('D6: what is not signed, cannot be read, or comes from nobody we know leaves no trace', async () => {
  const inbox = inboxOf(new Party());
  expect(await inbox.receive('party', said('a', 'guess'))).toEqual(refuse('signature_refused'));
  expect(await inbox.receive('party', said(''))).toEqual(refuse('body_malformed'));
  expect(await inbox.receive('nobody', said('a'))).toEqual(refuse('provider_unknown'));
  expect(await inbox.receive('party', said('unknown'))).toEqual(accept(null));
  expect(await rows()).toEqual([]);
});

test('a party that is away is asked again later, and its words are not kept', async () => {
  const party = new Party();
  const inbox = inboxOf(party);
  await inbox.receive('party', said('a'));
  await inbox.receive('party', said('b'));
  party.isAway = true;
  await inbox.processDue();
  expect(await rows()).toEqual(
    ['a', 'b'].map(() => ({ status: 'waiting', attempts: 1, last_error: 'Error' })),
  );
  expect(await inbox.processDue()).toBe(0);
  party.isAway = false;
  now += 2_000;
  expect(await inbox.processDue()).toBe(2);
  expect(party.heard).toEqual(['a', 'b']);
});

test('what never works is given up after a week, and says so', async () => {
  const party = new Party();
  const inbox = inboxOf(party);
  party.isAway = true;
  await inbox.receive('party', said('a'));
  const start = now;
  while ((await inbox.processDue()) > 0) now += 3_600_000;
  expect(now - start).toBeGreaterThan(6 * 86_400_000);
  expect(await rows()).toEqual([{ status: 'failed', attempts: 170, last_error: 'Error' }]);
});

test('an event that a crash cut off is acted upon after the next start', async () => {
  const party = new Party();
  await inboxOf(party).receive('party', said('a'));
  // Claimed by a process that then died: set aside for minutes.
  await store.database.query('UPDATE webhook_event SET attempts = 1, due_at = $1', [now + 120_000]);
  const restarted = inboxOf(party);
  restarted.start();
  await expect.poll(() => party.heard).toEqual(['a']);
  await restarted.stop();
});

test('events that ended long ago are forgotten', async () => {
  const party = new Party();
  const inbox = inboxOf(party);
  await inbox.receive('party', said('a'));
  await inbox.processDue();
  now += 91 * 86_400_000;
  const restarted = inboxOf(party);
  restarted.start();
  await expect.poll(rows).toEqual([]);
  await restarted.stop();
});
