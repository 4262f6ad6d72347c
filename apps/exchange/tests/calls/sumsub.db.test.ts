/** An identity check with Sumsub from start to end: token, webhook over a real socket, level. */
import { SumsubClient } from '@salar/adapters/identity-sumsub/sumsub-client';
import { SumsubIdentity } from '@salar/adapters/identity-sumsub/sumsub-identity';
import { SumsubWebhooks } from '@salar/adapters/identity-sumsub/sumsub-webhooks';
import { silentLog } from '@salar/services/ports/log';
import { SumsubServer } from '@salar/testing/identity/sumsub-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let sumsub: SumsubServer;
let world: GatewayWorld;
let maria: Customer;
let name: string;

beforeEach(async () => {
  sumsub = new SumsubServer();
  const settings = {
    baseUrl: await sumsub.start(),
    appToken: sumsub.appToken,
    secretKey: sumsub.secretKey,
    webhookSecret: sumsub.webhookSecret,
    levels: new Map([[1, 'level-1-basic']]),
    widgetOrigin: 'https://in.sumsub.com',
    acceptsSha1: false,
  };
  const client = new SumsubClient({ settings, retryMs: 1 });
  world = await openGatewayWorld({
    identity: new SumsubIdentity({ client, settings, log: silentLog }),
    webhooks: ({ verification }) => [
      new SumsubWebhooks({
        client,
        settings,
        log: silentLog,
        report: async (event) => void (await verification.identity.applyReview(event)),
      }),
    ],
  });
  sumsub.webhookUrl = `${await world.app.listen({ host: '127.0.0.1', port: 0 })}/webhooks/sumsub`;
  maria = await world.customer();
  name = `u-${maria.userId}`;
});
afterEach(async () => {
  await world.close();
  await sumsub.stop();
});

const requestToken = async () =>
  (await maria.call('CreateAccessToken', { levelName: '1', ttlInSecs: 600 })).json();
const fetchCard = async (level: number) => {
  const cards = (await maria.call('GetKycLevels', {})).json() as unknown as { level: number }[];
  return cards.find((card) => card.level === level);
};
const fetchLevel = async () => (await maria.call('GetAccountInfo', {})).json()['VerificationLevel'];

test('approved documents set level 1, and the customer is notified', async () => {
  expect(await requestToken()).toEqual({
    token: expect.stringMatching(/^_act-sbx-/) as string,
    userId: String(maria.userId),
    provider: 'sumsub',
    widgetUrl: 'https://in.sumsub.com',
  });
  await sumsub.submit(name);
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(0);
  await sumsub.decide(name, { reviewAnswer: 'GREEN' });
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(1);
  expect(world.mails[0]?.notification).toMatchObject({ kind: 'security_notice', action: 'level_decided' });
  expect(await requestToken()).toMatchObject({ result: false, detail: 'This level is reached already' });
});

// covers: verification.8
test('a form that was only opened, or emptied by the provider, is not under review', async () => {
  await requestToken();
  await sumsub.sendWebhook(name, 'applicantCreated');
  await world.webhooks.processDue();
  const [review] = await world.services.verification.identity.reviews(maria.userId as never);
  expect(review).toMatchObject({ status: 'init' });
  expect(await fetchCard(1)).toMatchObject({ Status: 'Not Started', Action: 'start' });
  await sumsub.submit(name);
  await world.webhooks.processDue();
  expect(await fetchCard(1)).toMatchObject({ Status: 'Under Review' });
  await sumsub.reset(name);
  await world.webhooks.processDue();
  expect(await fetchCard(1)).toMatchObject({ Status: 'Not Started', Action: 'start' });
});

test('returned documents can be sent again; a final refusal cannot', async () => {
  await requestToken();
  await sumsub.decide(name, {
    reviewAnswer: 'RED',
    reviewRejectType: 'RETRY',
    moderationComment: 'Please upload a sharper photo.',
    clientComment: 'Canary: not for the customer',
  });
  await world.webhooks.processDue();
  expect(await requestToken()).toMatchObject({ provider: 'sumsub' });
  expect(await fetchCard(1)).toMatchObject({ Action: 'start', Comment: 'Please upload a sharper photo.' });
  const [review] = await world.services.verification.identity.reviews(maria.userId as never);
  expect(review).toMatchObject({ status: 'retry', comment: 'Please upload a sharper photo.' });
  await sumsub.decide(name, { reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
  await world.webhooks.processDue();
  expect(await requestToken()).toMatchObject({
    result: false,
    detail: 'This level was refused for good. Please write to support.',
  });
  expect(await fetchCard(1)).toMatchObject({ Status: 'Under Review', Action: 'support' });
  await sumsub.reset(name);
  await world.webhooks.processDue();
  expect(await requestToken()).toMatchObject({ provider: 'sumsub' });
});

test('D6: duplicate, late and reordered webhooks result in the newest state, applied once', async () => {
  sumsub.delivery = 'held';
  await requestToken();
  await sumsub.submit(name);
  await sumsub.decide(name, { reviewAnswer: 'RED', reviewRejectType: 'RETRY' });
  await sumsub.submit(name);
  await sumsub.decide(name, { reviewAnswer: 'GREEN' });
  await sumsub.release('reversed');
  await world.webhooks.processDue();
  sumsub.delivery = 'once';
  for (const call of sumsub.calls) expect(await sumsub.send(call)).toBe(200);
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(1);
  const mails = world.mails.filter(({ notification }) => notification.kind === 'security_notice');
  expect(mails).toHaveLength(1);
});

test('F37 an approval stays while the provider reviews again, and falls when it withdraws it', async () => {
  await requestToken();
  await sumsub.decide(name, { reviewAnswer: 'GREEN' });
  await sumsub.hold(name);
  await sumsub.decide(name, { reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(0); // read when it was refused already
  await sumsub.decide(name, { reviewAnswer: 'GREEN' });
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(1);
  await sumsub.hold(name);
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(1);
  await sumsub.decide(name, { reviewAnswer: 'RED', reviewRejectType: 'FINAL' });
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(0);
  expect(world.mails[0]?.notification).toMatchObject({ kind: 'security_notice', action: 'level_lost' });
  await sumsub.decide(name, { reviewAnswer: 'GREEN' });
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(1);
  await sumsub.reset(name);
  await world.webhooks.processDue();
  expect(await fetchLevel()).toBe(0);
  expect(await fetchCard(1)).toMatchObject({ Status: 'Not Started', Action: 'start' });
  // The webhooks of before, sent again, change nothing.
  const mails = world.mails.length;
  for (const call of sumsub.calls) expect(await sumsub.send(call)).toBe(200);
  await world.webhooks.processDue();
  expect([await fetchLevel(), world.mails.length]).toEqual([0, mails]);
});

test('D6: a wrong digest gets 401, an unknown provider 404, a body beyond 256 KiB 413', async () => {
  await requestToken();
  sumsub.delivery = 'broken_digest';
  await sumsub.decide(name, { reviewAnswer: 'GREEN' });
  const [created, approved] = sumsub.calls;
  if (!created || !approved) throw new Error('there were no webhooks');
  expect(await sumsub.send(created)).toBe(200);
  expect(await sumsub.send(approved)).toBe(401);
  expect(await sumsub.send({ ...created, body: Buffer.concat([created.body, Buffer.from(' ')]) })).toBe(401);
  expect(await sumsub.send({ ...created, body: Buffer.alloc(256 * 1024) })).toBe(401);
  expect(await sumsub.send({ ...created, body: Buffer.alloc(256 * 1024 + 1) })).toBe(413);
  const post = (url: string) => world.app.inject({ method: 'POST', url, payload: '{}' });
  expect((await post('/webhooks/nobody')).statusCode).toBe(404);
  expect((await post('/webhooks/sumsub')).statusCode).toBe(401);
  expect((await world.app.inject({ url: '/webhooks/sumsub' })).statusCode).toBe(404);
  // Only the one with a valid digest is stored.
  expect(await world.webhooks.processDue()).toBe(1);
});

test("X2: the provider's personal data is not stored", async () => {
  await requestToken();
  await sumsub.decide(name, {
    reviewAnswer: 'RED',
    reviewRejectType: 'RETRY',
    clientComment: 'Canary: not for the customer',
  });
  await world.webhooks.processDue();
  for (const table of ['webhook_event', 'verification_review', 'audit_entry', 'user_config']) {
    const rows = await world.database.query<{ text: string }>(`SELECT ${table}::text AS text FROM ${table}`);
    for (const { text } of rows) expect(text).not.toMatch(/Canary|Prueba|_act-/);
  }
});

test('when the provider is unavailable there is no token, and the answer says so', async () => {
  sumsub.faults.push(503);
  expect(await requestToken()).toMatchObject({
    result: false,
    detail: 'Identity verification is not available now',
  });
});
