import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pino } from 'pino';
import { AccessRefusals, refusalsAlert } from '@salar/services/accounts/access-refusals';
import { userId } from '@salar/protocol';
import { silentLog } from '@salar/services/ports/log';
import { noOrigin } from '@salar/services/ports/request-origin';
import { listActions } from '../support/customer-record.ts';
import { openGatewayWorld, publicUrl } from '../support/gateway-world.ts';
import { createGateway } from '../../src/gateway/server.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addKey, signHeaders, signRequest } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';

const hour = 60 * 60_000;
let world: GatewayWorld;
let alerts: string[];
beforeAll(async () => {
  alerts = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void alerts.push(line) });
  world = await openGatewayWorld({ log });
});
afterAll(() => world.close());

async function readRefusals(customer: Customer): Promise<readonly unknown[]> {
  const rows = JSON.parse((await customer.call('GetUserActivity', {})).text) as { Action: string }[];
  return rows.filter(({ Action }) => Action === 'access_refused');
}

test('X4 requests for the accounts of others are recorded once an hour, and many are an alert', async () => {
  const [maria, joao] = [await world.customer(), await world.customer()];
  const walk = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1)
      expect((await maria.call('GetOpenOrders', { AccountId: joao.accountId })).json()).toMatchObject({
        errorcode: 20,
      });
  };
  await walk(refusalsAlert - 1);
  expect(alerts).toEqual([]);
  await walk(2);
  expect(alerts).toHaveLength(1);
  expect(alerts[0]).toContain('ALERT: a customer sends many requests');
  await expect.poll(() => readRefusals(maria)).toHaveLength(1);
  expect((await readRefusals(maria))[0]).toMatchObject({ Action: 'access_refused', Object: 'GetOpenOrders' });

  expect(await readRefusals(joao)).toEqual([]);
});

test('requests beyond the permissions of a key are recorded, too', async () => {
  const luis = await world.customer();
  const key = await addKey(luis, ['AccountReadOnly']);
  await world.call('CancelAllOrders', {}, signHeaders(key, luis));
  await expect.poll(() => readRefusals(luis)).toHaveLength(1);
});

test('every hour has a record of its own', async () => {
  const ana = await world.customer();
  let now = 0;
  const { database, services } = world;
  const { securityLog } = services.accounts;
  const refusals = new AccessRefusals({ database, securityLog, now: () => now, log: silentLog });
  const user = { userId: userId(ana.userId), email: 'ana@example.com' };
  const note = () => refusals.note({ user, origin: noOrigin, call: 'GetDeposits' });
  note();
  note();
  await expect.poll(() => readRefusals(ana)).toHaveLength(1);
  now = 60 * 60_000;
  note();
  await expect.poll(() => readRefusals(ana)).toHaveLength(2);
});

describe('refused credentials', () => {
  const count = async (customer: Customer, wanted: string) =>
    (await listActions(world, customer)).filter((action) => action === wanted).length;

  test('a wrong signature of an API key is recorded once an hour for each key, and an unknown key nowhere', async () => {
    const ana = await world.customer();
    const [one, other] = [await addKey(ana, ['Trading']), await addKey(ana, ['Trading'])];
    const url = '/AP/GetOpenOrders';
    const send = async (key: TestKey, secret: string) => {
      const headers = signRequest({ ...key, secret }, { at: world.clock.now, url });
      return (await world.call('GetOpenOrders', '', headers)).status;
    };
    expect(await send(one, one.secret)).toBe(200);
    expect(await count(ana, 'api_key_refused')).toBe(0);
    for (let times = 0; times < 5; times += 1) expect(await send(one, other.secret)).toBe(401);
    expect(await send({ ...one, apiKey: 'f'.repeat(32) }, one.secret)).toBe(401);
    await expect.poll(() => count(ana, 'api_key_refused')).toBe(1);
    expect(await send(other, one.secret)).toBe(401);
    await expect.poll(() => count(ana, 'api_key_refused')).toBe(2);
    world.clock.now += hour;
    expect(await send(one, other.secret)).toBe(401);
    await expect.poll(() => count(ana, 'api_key_refused')).toBe(3);
    const page = { startIndex: 0, limit: 1 };
    const newest = await world.services.accounts.securityLog.list(userId(ana.userId), page);
    expect(newest).toMatchObject([{ action: 'api_key_refused', object: one.apiKey.slice(0, 8) }]);
  });

  test('a request that is sent again is recorded, and so is a key with the id of another customer', async () => {
    const [ana, joao] = [await world.customer(), await world.customer()];
    const [signed, plain] = [await addKey(ana, ['Trading']), await addKey(ana, ['Trading'])];
    const headers = signRequest(signed, { at: world.clock.now, url: '/AP/GetOpenOrders' });
    expect((await world.call('GetOpenOrders', '', headers)).status).toBe(200);
    expect((await world.call('GetOpenOrders', '', headers)).status).toBe(401);
    await expect.poll(() => count(ana, 'api_key_refused')).toBe(1);
    expect((await world.call('GetOpenOrders', {}, signHeaders(plain, joao))).status).toBe(401);
    await expect.poll(() => count(ana, 'api_key_refused')).toBe(2);
    expect(await count(joao, 'api_key_refused')).toBe(0);
  });

  test('a wrong passkey is recorded once an hour for its customer', async () => {
    const ana = await world.customer();
    const passkey = new SoftwarePasskey(publicUrl);
    const { Options: adding } = (await ana.call('BeginPasskey')).json();
    await ana.call('AddPasskey', { Name: 'Phone', Response: passkey.create(String(adding)) });
    const answerWith = async (by: SoftwarePasskey, id?: string) => {
      const { Options, ChallengeId } = (await world.call('BeginPasskeySignIn', {})).json();
      const Response = by.get(String(Options), id === undefined ? {} : { id });
      return (await world.call('AuthenticatePasskey', { ChallengeId, Response })).json()['Authenticated'];
    };
    expect(await answerWith(passkey)).toBe(true);
    const stranger = new SoftwarePasskey(publicUrl);
    for (let times = 0; times < 3; times += 1) expect(await answerWith(stranger, passkey.id)).toBe(false);
    expect(await answerWith(stranger)).toBe(false); // no customer's
    await expect.poll(() => count(ana, 'passkey_refused')).toBe(1);
    world.clock.now += hour;
    expect(await answerWith(stranger, passkey.id)).toBe(false);
    await expect.poll(() => count(ana, 'passkey_refused')).toBe(2);
  });
});

test('requests that are malformed or without a session are counted in one line of the log', async () => {
  const joao = await world.customer();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const app = createGateway({
    services: world.services,
    log,
    config: { publicUrl, profile: 'local', rateLimits: 'on' },
  });
  const post = (url: string, payload: string, headers = {}) =>
    app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  for (let times = 0; times < 3; times += 1) await post('/AP/GetUserInfo', '{', { aptoken: joao.token });
  await post('/AP/GetUserInfo', '{}', { aptoken: 'guessed' });
  for (let times = 0; times < 205; times += 1) await post('/AP/GetUserInfo', '{}', { aptoken: joao.token });
  expect(lines).toEqual([]);
  await app.close();
  expect(lines.map((line) => (JSON.parse(line) as { refused: object }).refused)).toEqual([
    {
      'malformed read': 3,
      'unauthenticated read': 1,
      'limited read': expect.any(Number) as number,
    },
  ]);
});
