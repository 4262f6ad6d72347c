/** How the gateway answers malformed requests. Ids and identities are covered by guard-matrix.db.test.ts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls } from '../../src/gateway/calls/registry.ts';
import type { Call } from '../../src/gateway/call.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
let joaosOrder: unknown;
beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1 });
  joao = await world.customer({ level: 1 });
  await world.fund(joao, 'USDT', 1_000_000_000n);
  const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '50000' };
  joaosOrder = (await joao.call('SendOrder', order)).json()['OrderId'];
});
afterAll(() => world.close());

const harmless = (call: Call) => call.name !== 'LogOut' && call.transport !== 'socket';

// covers: requests.2
test('every session call answers an unknown token or signature with 401 as text', async () => {
  const ofSession = calls.filter((call) => call.auth === 'session' && call.transport !== 'socket');
  for (const { name, example } of ofSession)
    for (const headers of [
      { aptoken: 'x' },
      { aptoken: `sal_s_${'A'.repeat(43)}` },
      { apikey: 'a', nonce: '1', signature: 's' },
      { apikey: 'a', 'x-salar-timestamp': '1', 'x-salar-nonce': 'n', 'x-salar-signature': 's' },
    ]) {
      const answer = await world.call(name, example.input, headers);
      expect([name, answer.status, answer.text]).toEqual([name, 401, 'NOT AUTHORIZED']);
    }
});

test('G3 an order of another customer gets the same answer as one that does not exist', async () => {
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
  '%s refuses a body that is not JSON, without a fault',
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
)('%s refuses huge values and wrong types in %s', async (name, field, call) => {
  for (const bad of [{ a: 1 }, 'x'.repeat(20_000), -1, '\u0000', [{}], 1e21]) {
    const ids = call.auth === 'session' ? { AccountId: maria.accountId, UserId: maria.userId } : {};
    const answer = await world.call(
      name,
      { ...call.example.input, ...ids, [field]: bad },
      { aptoken: maria.token },
    );
    expect(answer.status).toBeLessThan(500);
    // The documented answer of GetUnredactedUserConfigByKey for a missing key is not a fault.
    expect(answer.text.replace('"errorcode":102,"detail":"Key not found"', '')).not.toContain(
      '"errorcode":102',
    );
  }
});

test('the call table is case-insensitive, by GET and POST, and recognises calls that are not offered', async () => {
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

test('the answer of a call contains only keys that its shape declares', async () => {
  for (const call of calls.filter(harmless)) {
    const answer = await world.call(
      call.name,
      { ...call.example.input, AccountId: undefined, UserId: undefined },
      { aptoken: maria.token },
    );
    const declared = JSON.stringify([call.outputSchema, 'result errormsg errorcode detail status']);
    // Pair names are data: these answers are keyed by name.
    const data = call.outputSchema['additionalProperties'] ? /^[A-Z]+_[A-Z]+$/ : /^$/;
    const keys = [...answer.text.matchAll(/"(\w+)":/g)]
      .map(([, key]) => key ?? '')
      .filter((key) => !data.test(key));
    for (const key of keys) expect(declared, `${call.name}.${key}`).toContain(key);
  }
});
