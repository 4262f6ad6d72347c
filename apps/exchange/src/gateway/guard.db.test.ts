/** Generated from the registry: every call, every id field, every identity (security rule G12). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyPermissions } from '@salar/services/api-keys/key-permissions';
import { calls } from './registry.ts';
import type { Call } from './call.ts';
import { openGatewayWorld } from './testing/gateway-world.ts';
import type { Customer, GatewayWorld } from './testing/gateway-world.ts';
import { addKey, signed } from './testing/test-keys.ts';
import type { SignedHeaders } from './testing/test-keys.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
let joaosOrder: unknown;
/** Programs of Maria's, each with a key of one permission, and one with none. */
const programs = new Map<string, SignedHeaders>();
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1 });
  joao = await world.customer({ level: 1 });
  await world.fund(joao, 'USDT', 1_000_000_000n);
  const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '50000' };
  for (const permission of [...keyPermissions, 'none']) {
    const key = await addKey(maria, permission === 'none' ? [] : [permission]);
    programs.set(permission, signed(key, maria));
  }
  joaosOrder = (await joao.call('SendOrder', order)).json()['OrderId'];
});
afterAll(() => world.close());

const sessionCalls = calls.filter((call) => call.auth === 'session');
const harmless = (call: Call) => call.name !== 'LogOut' && call.door !== 'socket';

describe.each(sessionCalls.map((call) => [call.name, call] as const))('%s', (name, call) => {
  test('without a session, with a dead or a foreign kind of token: 401 as text', async () => {
    for (const headers of [
      {},
      { aptoken: 'x' },
      { aptoken: `sal_s_${'A'.repeat(43)}` },
      { apikey: 'a', nonce: '1', signature: 's' },
    ]) {
      const answer = await world.call(name, call.example.input, headers);
      expect([answer.status, answer.text]).toEqual([401, 'NOT AUTHORIZED']);
    }
  });

  test('G3 a foreign account and an account that is not there get the same bytes', async () => {
    const foreign = await maria.call(name, {
      ...call.example.input,
      AccountId: joao.accountId,
      UserId: undefined,
    });
    const absent = await maria.call(name, {
      ...call.example.input,
      AccountId: 999_999_999,
      UserId: undefined,
    });
    expect(foreign.json()).toMatchObject({ result: false, errormsg: 'Not Authorized', errorcode: 20 });
    expect(absent.text).toBe(foreign.text);
    expect(absent.status).toBe(200);
  });

  test('R2 a foreign user id is refused, in the body and in the header', async () => {
    const body = { ...call.example.input, AccountId: maria.accountId };
    const inBody = await maria.call(name, { ...body, UserId: undefined, userId: joao.userId });
    expect(inBody.json()).toMatchObject({ errorcode: 20 });
    const inHeader = await world.call(
      name,
      { ...body, UserId: undefined },
      { aptoken: maria.token, userid: String(joao.userId) },
    );
    expect(inHeader.text).toBe(inBody.text);
  });

  test('G6 a malformed id is refused and never widens the scope', async () => {
    for (const bad of [-1, 1.5, 'x', '1e3', true, [], {}, ['1'], '9'.repeat(30)])
      for (const key of ['AccountId', 'UserId']) {
        const answer = await maria.call(name, {
          ...call.example.input,
          AccountId: maria.accountId,
          UserId: maria.userId,
          [key]: bad,
        });
        expect(answer.json(), `${key} ${JSON.stringify(bad)}`).toMatchObject({
          result: false,
          errorcode: 100,
          detail: `Invalid ${key}`,
        });
      }
  });

  test('K3 a key comes in with one of the declared permissions, and with no other', async () => {
    // Of the example, without whom it is about: lists of orders say it in every order.
    const input = JSON.stringify(call.example.input, (key, value: unknown) =>
      key === 'AccountId' || key === 'UserId' ? undefined : value,
    );
    for (const [permission, headers] of programs) {
      const answer = await world.call(name, input, headers);
      const isRefused = answer.text.startsWith('{') && answer.json()['errorcode'] === 20;
      const isDeclared = call.permissions.some((one) => one === permission);
      expect(isRefused, `${permission}: ${answer.text}`).toBe(!isDeclared);
    }
  });

  test('G7 there is one OMS', async () => {
    const body = { ...call.example.input, AccountId: maria.accountId, UserId: maria.userId, OMSId: 2 };
    expect((await maria.call(name, body)).json()).toMatchObject({ errorcode: 100, detail: 'Invalid OMSId' });
  });
});

test('G3 an order of another customer answers as one that is not there', async () => {
  const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.0005', LimitPrice: '50000' };
  for (const name of [
    'CancelOrder',
    'GetOrderStatus',
    'ModifyOrder',
    'CancelReplaceOrder',
    'GetOrderHistoryByOrderId',
  ]) {
    const named = (id: unknown) => maria.call(name, { ...order, OrderId: id, OrderIdToReplace: id });
    const foreign = await named(joaosOrder);
    const absent = await named(123_456_789);
    expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
    expect(foreign.json()).toMatchObject({ errorcode: 104 });
  }
  expect((await joao.call('GetOrderStatus', { OrderId: joaosOrder })).json()).toMatchObject({
    OrderState: 'Working',
  });
});

test.each(calls.filter(harmless).map((call) => [call.name, call] as const))(
  '%s refuses what is not JSON, without a fault',
  async (name, call) => {
    const headers = call.auth === 'session' ? { aptoken: maria.token } : {};
    for (const body of [
      '{',
      ...(call.bareList ? [] : ['[]']),
      '1',
      '{"a":1,"a":2}',
      '{"__proto__":{}}',
      `{"a":${'['.repeat(9)}${']'.repeat(9)}}`,
    ]) {
      const answer = await world.call(name, body, headers);
      expect([answer.status, answer.json()['errorcode'], answer.json()['detail']], body).toEqual([
        200,
        100,
        'Invalid JSON',
      ]);
    }
  },
);

test.each(
  calls
    .filter(harmless)
    .flatMap((call) => Object.keys(call.fields).map((field) => [call.name, field, call] as const)),
)('%s takes nothing huge or of the wrong type in %s', async (name, field, call) => {
  for (const bad of [{ a: 1 }, 'x'.repeat(20_000), -1, '\u0000', [{}], 1e21]) {
    const ids = call.auth === 'session' ? { AccountId: maria.accountId, UserId: maria.userId } : {};
    const answer = await world.call(
      name,
      { ...call.example.input, ...ids, [field]: bad },
      { aptoken: maria.token },
    );
    expect(answer.status).toBeLessThan(500);
    // What GetUnredactedUserConfigByKey documents for a key that is not there is no fault.
    expect(answer.text.replace('"errorcode":102,"detail":"Key not found"', '')).not.toContain(
      '"errorcode":102',
    );
  }
});

test('the call table answers in any case, by GET and POST, and knows what it does not offer', async () => {
  const get = async (url: string) => {
    const response = await world.app.inject({ method: 'GET', url });
    return [response.statusCode, response.body];
  };
  expect(await get('/ap/ping')).toEqual([200, '{"msg":"PONG"}']);
  expect(await get('/AP/GetInstrument?omsid=1&instrumentid=1')).toEqual([
    200,
    expect.stringContaining('"Symbol":"BTCUSDT"'),
  ]);
  expect(await get('/AP/NoSuchCall')).toEqual([404, 'NOT FOUND']);
  expect(await get('/AP/OAuthLogout')).toEqual([200, expect.stringContaining('"errorcode":106')]);
  expect(await get('/AP/constructor')).toEqual([404, 'NOT FOUND']);
  const preflight = await world.app.inject({ method: 'OPTIONS', url: '/AP/SendOrder' });
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
  const large = await world.call('Ping', `{"a":"${'x'.repeat(70_000)}"}`);
  expect(large.status).toBe(413);
});

test('a wrapped request is read from its payload', async () => {
  const body = { TfaType: 'Google', Payload: JSON.stringify({ OMSId: 1, InstrumentId: 1 }), InstrumentId: 2 };
  expect((await world.call('GetInstrument', body)).json()).toMatchObject({ InstrumentId: 1 });
});

test('every answer of a call holds no key that its shape does not declare', async () => {
  for (const call of calls.filter(harmless)) {
    const answer = await world.call(
      call.name,
      { ...call.example.input, AccountId: undefined, UserId: undefined },
      { aptoken: maria.token },
    );
    const declared = JSON.stringify([call.outputSchema, 'result errormsg errorcode detail status']);
    // Pair names are data: the keys of an answer by name.
    const data = call.outputSchema['additionalProperties'] ? /^[A-Z]+_[A-Z]+$/ : /^$/;
    const keys = [...answer.text.matchAll(/"(\w+)":/g)]
      .map(([, key]) => key ?? '')
      .filter((key) => !data.test(key));
    for (const key of keys) expect(declared, `${call.name}.${key}`).toContain(key);
  }
});
