import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UserId } from '@salar/protocol';
import { silentLog } from '@salar/services/ports/log';
import type { ReviewEvent } from '@salar/services/ports/identity-provider';
import { WebhookInbox } from '@salar/services/webhooks/webhook-inbox';
import { identityContract } from '@salar/testing/identity/identity-contract';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { SumsubServer } from '@salar/testing/identity/sumsub-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SumsubClient } from './sumsub-client.ts';
import { SumsubIdentity } from './sumsub-identity.ts';
import { toExternalUserId } from './sumsub-settings.ts';
import type { SumsubSettings } from './sumsub-settings.ts';
import { SumsubWebhooks } from './sumsub-webhooks.ts';

let store: TestDatabase;
let sumsub: SumsubServer;
let settings: SumsubSettings;
let inbox: WebhookInbox;
let webhookServer: Server;
let reports: ReviewEvent[];
const statuses: number[] = [];

beforeEach(async () => {
  store = await openTestDatabase();
  sumsub = new SumsubServer();
  settings = {
    baseUrl: await sumsub.start(),
    appToken: sumsub.appToken,
    secretKey: sumsub.secretKey,
    webhookSecret: sumsub.webhookSecret,
    levels: new Map([
      [1, 'level-1-basic'],
      [2, 'level-2-full'],
    ]),
    widgetOrigin: null,
    acceptsSha1: false,
  };
  reports = [];
  statuses.length = 0;
  openInbox();
  webhookServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void inbox
        .receive('sumsub', {
          body: Buffer.concat(chunks),
          header: (name) => {
            const value = request.headers[name];
            return typeof value === 'string' ? value : undefined;
          },
        })
        .then((received) => {
          statuses.push(received.ok ? 200 : 401);
          response.writeHead(received.ok ? 200 : 401).end();
        });
    });
  });
  await new Promise<void>((resolve) => {
    webhookServer.listen(0, '127.0.0.1', resolve);
  });
  sumsub.webhookUrl = `http://127.0.0.1:${(webhookServer.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  await inbox.stop();
  await sumsub.stop();
  webhookServer.closeAllConnections();
  webhookServer.close();
  await store.close();
});

function createTestClient(): SumsubClient {
  return new SumsubClient({ settings, timeoutMs: 5_000, retryMs: 1 });
}

function openInbox(): void {
  const source = new SumsubWebhooks({
    client: createTestClient(),
    settings,
    report: async (event) => void reports.push(event),
    log: silentLog,
  });
  inbox = new WebhookInbox({ database: store.database, sources: [source], log: silentLog });
  inbox.start();
}

/** Created by a token request, as every applicant is. */
async function applicant(id: number, level = 1): Promise<string> {
  const name = toExternalUserId(id);
  await createTestClient().createToken({
    externalUserId: name,
    email: 'ana@example.test',
    levelName: settings.levels.get(level) ?? '',
    ttlSeconds: 600,
  });
  return name;
}

const states = () => reports.map(({ userId, level, status }) => `${userId} ${level} ${status}`);
const newest = () => states().at(-1);

identityContract(async () => ({
  identity: new SumsubIdentity({ client: createTestClient(), settings, log: silentLog }),
  reports,
  levels: { offered: 1, other: 3 },
  submit: async (user: UserId) => {
    await sumsub.submit(toExternalUserId(user));
    await expect.poll(newest).toBe(`${user} 1 pending`);
  },
  decide: async (user, { status, comment }) => {
    await sumsub.decide(
      toExternalUserId(user),
      status === 'approved'
        ? { reviewAnswer: 'GREEN' }
        : {
            reviewAnswer: 'RED',
            reviewRejectType: status === 'retry' ? 'RETRY' : 'FINAL',
            ...(comment !== null && { moderationComment: comment }),
            clientComment: 'not for the customer',
          },
    );
    await expect.poll(newest).toBe(`${user} 1 ${status}`);
  },
  restart: async () => {
    await inbox.stop();
    openInbox();
  },
}));

test('D6: repeated calls are reported once', async () => {
  sumsub.delivery = 'twice';
  const ana = await applicant(7);
  await sumsub.submit(ana);
  await sumsub.decide(ana, { reviewAnswer: 'GREEN' });
  await expect.poll(newest).toBe('7 1 approved');
  const count = sumsub.calls.length;
  await expect.poll(() => reports.length).toBe(count);
  for (const call of sumsub.calls) expect(await sumsub.send(call)).toBe(200);
  await inbox.stop();
  expect(reports).toHaveLength(count);
});

test('D6: calls in the wrong order all report the newest state', async () => {
  sumsub.delivery = 'held';
  const ana = await applicant(7);
  await sumsub.submit(ana);
  await sumsub.decide(ana, { reviewAnswer: 'RED', reviewRejectType: 'RETRY' });
  await sumsub.submit(ana);
  await sumsub.decide(ana, { reviewAnswer: 'GREEN' });
  await sumsub.release('reversed');
  await expect.poll(states).toEqual(sumsub.calls.map(() => '7 1 approved'));
});

test('D6: an invented approval is checked with the provider, and has no effect', async () => {
  const ana = await applicant(7);
  await sumsub.sendWebhook(ana, 'applicantReviewed', {
    reviewStatus: 'completed',
    reviewResult: { reviewAnswer: 'GREEN' },
  });
  await expect.poll(states).toEqual(['7 1 init', '7 1 init']);
});

test('D6: a wrong digest, or SHA-1, is rejected and reports nothing', async () => {
  const ana = await applicant(7);
  await expect.poll(states).toEqual(['7 1 init']);
  sumsub.delivery = 'broken_digest';
  await sumsub.submit(ana);
  sumsub.delivery = 'once';
  sumsub.algorithm = 'sha1';
  await sumsub.hold(ana);
  expect(statuses).toEqual([200, 401, 401]);
  sumsub.algorithm = 'sha512';
  await sumsub.decide(ana, { reviewAnswer: 'GREEN' });
  await expect.poll(newest).toBe('7 1 approved');
  expect(reports).toHaveLength(2);
});

test('during an outage of the provider calls are stored, and reported when it is back', async () => {
  const ana = await applicant(7);
  await expect.poll(states).toHaveLength(1);
  sumsub.faults.push(503, 503, 503);
  await sumsub.submit(ana);
  expect(statuses).toEqual([200, 200]);
  await expect.poll(newest, { timeout: 15_000 }).toBe('7 1 pending');
});

test('calls that are not about a review, come from a trial, or name a stranger are accepted and ignored', async () => {
  const ana = await applicant(7);
  await expect.poll(states).toEqual(['7 1 init']);
  await sumsub.sendWebhook(ana, 'applicantTagsChanged');
  await sumsub.sendWebhook(ana, 'applicantOfTomorrow');
  await sumsub.sendWebhook(ana, 'applicantReviewed', { testMode: true });
  await sumsub.sendWebhook(ana, 'applicantPending', { externalUserId: 'somebody' });
  await sumsub.sendWebhook(ana, 'applicantPending', { externalUserId: 'u-8' });
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
  await sumsub.submit(ana);
  await expect.poll(newest).toBe('7 1 pending');
  expect(states()).toEqual(['7 1 init', '7 1 pending']);
});

test('a level that is not set up here changes nothing', async () => {
  const ana = await applicant(7);
  await expect.poll(states).toHaveLength(1);
  await createTestClient().createToken({
    externalUserId: ana,
    email: 'ana@example.test',
    levelName: 'level-of-another-product',
    ttlSeconds: 600,
  });
  await sumsub.decide(ana, { reviewAnswer: 'GREEN' });
  const waiting = () =>
    store.database.query(`SELECT 1 FROM webhook_event WHERE status = 'waiting'`).then((rows) => rows.length);
  await expect.poll(waiting).toBe(0);
  expect(states()).toEqual(['7 1 init']);
});

test('F37 a final refusal in the check of a level that is not set up here is reported for the lowest that is', async () => {
  const ana = await applicant(7);
  await createTestClient().createToken({
    externalUserId: ana,
    email: 'ana@example.test',
    levelName: 'level-of-another-product',
    ttlSeconds: 600,
  });
  await sumsub.decide(ana, { reviewAnswer: 'RED', reviewRejectType: 'RETRY' });
  await sumsub.decide(ana, { reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
  await expect.poll(newest).toBe('7 1 rejected');
  expect(states()).not.toContain('7 1 retry');
});

test('X2: only ids are stored of what the provider sends', async () => {
  const ana = await applicant(7);
  await sumsub.sendWebhook(ana, 'applicantPending', { fullName: 'Ana Canary', moderationComment: 'Canary' });
  await expect.poll(states).toHaveLength(2);
  const rows = await store.database.query<{ text: string }>(
    'SELECT webhook_event::text AS text FROM webhook_event',
  );
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(text).not.toContain('Canary');
});
