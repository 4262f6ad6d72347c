/** Requests that programs sign one by one (security rule K2), through the gateway. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assert } from '@salar/protocol';
import { silentLog } from '@salar/services/ports/log';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { toProvableKey } from '@salar/services/api-keys/api-key-proof';
import { findApiKey, replaceApiKeyTerms } from '@salar/store/tables/sign-in/api-keys';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, openKeySession, signHeaders, signRequest } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';

const box = new SealedBox(randomBytes(32));
const macs = new RowMacs({ box, log: silentLog });
let world: GatewayWorld;
let maria: Customer;
let key: TestKey;
beforeAll(async () => {
  world = await openGatewayWorld({ box });
  maria = await world.customer({ level: 1 });
  key = await addKey(maria, ['Trading']);
});
beforeEach(() => {
  world.clock.now += 60_000;
});
afterAll(() => world.close());

type Sent = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

const body = JSON.stringify({ OMSId: 1, InstrumentId: 1 });
const createRequest = (by = key, at = world.clock.now): Sent => {
  const [method, url] = ['POST', '/AP/GetOpenOrders?Depth=5'] as const;
  return { method, url, body, headers: signRequest(by, { at, method, url, body }) };
};
const send = async ({ method, url, body: payload, headers }: Sent, remoteAddress = '127.0.0.1') => {
  const response = await world.app.inject({ method, url, headers, payload, remoteAddress });
  return [response.statusCode, response.body];
};
const taken = [200, '[]'];
const refused = [401, 'NOT AUTHORIZED'];

test('K2 a signed request is accepted, once', async () => {
  const request = createRequest();
  expect(await send(request)).toEqual(taken);
  expect(await send(request)).toEqual(refused);
  expect(await send(createRequest())).toEqual(taken);
});

test('K2 a request by GET is signed with its query and no body', async () => {
  const url = '/ap/getopenorders?OMSId=1&Symbol=a%20b';
  const headers = signRequest(key, { at: world.clock.now, method: 'GET', url });
  const get = await world.app.inject({ method: 'GET', url, headers });
  expect([get.statusCode, get.body]).toEqual(taken);
});

test.each<readonly [string, (request: Sent) => Sent]>([
  ['another body', (request) => ({ ...request, body: body.replace('"InstrumentId":1', '"InstrumentId":2') })],
  ['no body', (request) => ({ ...request, body: '' })],
  ['another query', (request) => ({ ...request, url: request.url.replace('5', '6') })],
  ['another call', (request) => ({ ...request, url: '/AP/CancelAllOrders?Depth=5' })],
  ['another method', (request) => ({ ...request, method: 'GET' })],
  [
    'another nonce',
    (request) => ({ ...request, headers: { ...request.headers, 'X-Salar-Nonce': '12345678' } }),
  ],
  ['a short nonce', (request) => ({ ...request, headers: { ...request.headers, 'X-Salar-Nonce': '1' } })],
  ['no signature', (request) => ({ ...request, headers: { ...request.headers, 'X-Salar-Signature': '' } })],
])('K2 a signature is not valid for %s, and the request itself still is', async (_what, changed) => {
  const request = createRequest();
  expect(await send(changed(request))).toEqual(refused);
  expect(await send(request)).toEqual(taken);
});

test('K2 a clock that is more than thirty seconds away is refused', async () => {
  const { now } = world.clock;
  for (const at of [now - 30_000, now + 30_000]) expect(await send(createRequest(key, at))).toEqual(taken);
  for (const at of [now - 30_001, now + 30_001]) expect(await send(createRequest(key, at))).toEqual(refused);
});

test('K2 one key does not sign for another, and a deleted one is refused', async () => {
  const other = await addKey(maria, ['Trading']);
  const crossed = createRequest({ apiKey: other.apiKey, secret: key.secret });
  expect(await send(crossed)).toEqual(refused);
  expect(await send(createRequest({ apiKey: 'a'.repeat(32), secret: key.secret }))).toEqual(refused);
  expect(await send(createRequest(other))).toEqual(taken);
  await maria.call('RemoveUserAPIKey', { APIKey: other.apiKey });
  expect(await send(createRequest(other))).toEqual(refused);
});

test('K3 K4 permissions and addresses apply to signed requests too', async () => {
  const bound = await addKey(maria, ['Deposit'], '203.0.113.9');
  expect(await send(createRequest(bound))).toEqual(refused);
  const [status, text] = await send(createRequest(bound), '203.0.113.9');
  expect([status, text]).toEqual([200, expect.stringContaining('"errorcode":20')]);
});

test('K2 a sign-in is signed like any request, and returns a session of the key', async () => {
  const url = '/AP/Authenticate';
  const headers = signRequest(key, { at: world.clock.now, url });
  const signIn = () => world.app.inject({ method: 'POST', url, headers });
  expect((await signIn()).json()).toMatchObject({ Authenticated: true, UserId: maria.userId });
  expect((await signIn()).json()).toMatchObject({ Authenticated: false });
});

test('K2 on a socket the sign-in is signed, by fields, and once', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const socket = await TestSocket.open(`ws://127.0.0.1:${port}/WSGateway`);
  const headers = signRequest(key, { at: world.clock.now, method: 'SIGN-IN', url: 'AuthenticateUser' });
  const fields = {
    APIKey: headers['APIKey'],
    Timestamp: headers['X-Salar-Timestamp'],
    Nonce: headers['X-Salar-Nonce'],
    Signature: headers['X-Salar-Signature'],
  };
  expect(await socket.call('AuthenticateUser', fields)).toMatchObject({ Authenticated: true });
  expect((await socket.request('GetOpenOrders')).o).toBe('[]');
  expect(await socket.call('AuthenticateUser', fields)).toMatchObject({ Authenticated: false });
  socket.socket.terminate();
});

describe("F24 the family's form", () => {
  let ana: Customer;
  beforeEach(async () => {
    ana = await world.customer({ level: 1 });
  });
  const family = (by: TestKey) => world.call('GetOpenOrders', {}, signHeaders(by, ana));
  const add = (terms: object) => ana.call('AddUserAPIKey', { Permissions: ['Trading'], ...terms });

  test('works with keys that were created for it', async () => {
    const made = (await add({ SignedRequestsOnly: false })).json();
    expect(made['APISecret']).toMatch(/^[0-9a-f]{32}$/);
    expect(made).not.toHaveProperty('SignedRequestsOnly');
    const older = { apiKey: String(made['APIKey']), secret: String(made['APISecret']) };
    expect((await family(older)).text).toBe('[]');
    expect(await send(createRequest(older))).toEqual(taken);
  });

  test('is refused with every other key, whose secret has 256 bits (F57)', async () => {
    const made = (await add({})).json();
    expect(made).toMatchObject({ SignedRequestsOnly: true });
    expect(made['APISecret']).toMatch(/^[0-9a-f]{64}$/);
    const strict = { apiKey: String(made['APIKey']), secret: String(made['APISecret']) };
    expect(await send(createRequest(strict))).toEqual(taken);
    const byFamily = await family(strict);
    expect([byFamily.status, byFamily.text]).toEqual(refused);
    expect((await world.call('Authenticate', signHeaders(strict, ana))).json()).toMatchObject({
      Authenticated: false,
    });
    await ana.call('UpdateUserAPIKeyWhitelist', { APIKey: strict.apiKey, IpWhiteList: '127.0.0.1' });
    expect((await family(strict)).status).toBe(401);
    const listed = await ana.call('GetUserAPIKeys', { UserId: ana.userId });
    expect(listed.text.match(/"SignedRequestsOnly":true/g)).toHaveLength(1);
  });

  test('gets no key that withdraws, and a key from before that rule does not either', async () => {
    const needsSigned = { errorcode: 100, detail: 'Withdraw requires a key with SignedRequestsOnly' };
    const terms = { Permissions: ['Trading', 'Withdraw'], SignedRequestsOnly: false };
    expect((await add(terms)).json()).toMatchObject(needsSigned);
    const older = await addKey(ana, ['Trading']);
    const more = { APIKey: older.apiKey, Permission: 'Withdraw' };
    expect((await ana.call('AddUserAPIKeyPermission', more)).json()).toMatchObject(needsSigned);

    const row = await findApiKey(world.database, older.apiKey);
    assert(row !== null, 'the key is stored');
    const permissions = ['Trading', 'Withdraw'];
    const mac = macs.compute(toProvableKey({ ...row, permissions }));
    await replaceApiKeyTerms(world.database, older.apiKey, { ...row, permissions, mac });
    const url = '/AP/CancelWithdraw';
    const signed = signRequest(older, { at: world.clock.now, url, body: '{}' });
    for (const headers of [signHeaders(older, ana), signed, { aptoken: await openKeySession(world, older) }])
      expect((await world.call('CancelWithdraw', {}, headers)).json()).toMatchObject({ errorcode: 20 });
    expect((await family(older)).text).toBe('[]');
  });
});
