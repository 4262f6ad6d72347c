/** Requests with an idempotency key of the client (security rule O8), through the gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepCustomerServices } from '@salar/services/compose/customer-services';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld, Reply } from '../support/gateway-world.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
beforeAll(async () => {
  world = await openGatewayWorld();
  [maria, joao] = [await world.customer({ level: 1 }), await world.customer({ level: 1 })];
  for (const one of [maria, joao]) await world.fund(one, 'USDT', 1_000_000_000n);
});
afterAll(() => world.close());

const order = { InstrumentId: 1, Side: 0, OrderType: 2, Quantity: '0.001', LimitPrice: '20000' };
const under = (key: string, name: string, body: unknown, by = maria): Promise<Reply> =>
  world.call(name, body, { aptoken: by.token, 'idempotency-key': key });
const openOrders = async (by = maria) =>
  JSON.parse((await by.call('GetOpenOrders')).text) as { OrderId: number; ClientOrderId: number }[];
/** The state after a crash between an effect and its answer. */
const loseAnswers = () => world.database.query('UPDATE keyed_request SET sealed_answer = NULL');

test('O8 an order with a key is placed once, and a repeat gets the same answer', async () => {
  const first = await under('order-1', 'SendOrder', order);
  expect(first.json()).toMatchObject({ status: 'Accepted' });
  const cancel = { OrderId: first.json()['OrderId'] };
  expect((await maria.call('CancelOrder', cancel)).json()).toMatchObject({ result: true });
  for (const body of [order, { ...order, limitprice: '20000', LimitPrice: undefined }])
    expect(await under('order-1', 'SendOrder', body)).toMatchObject({ status: 200, text: first.text });
  expect(await openOrders()).toEqual([]);
});

test('O8 the same key for another request is 409; for another customer or call it is another key', async () => {
  const first = await under('mine', 'SendOrder', order);
  const other = await under('mine', 'SendOrder', { ...order, Quantity: '0.002' });
  expect([other.status, other.text]).toEqual([409, 'IDEMPOTENCY KEY REUSED']);
  expect((await under('mine', 'SendOrder', order, joao)).json()).toMatchObject({ status: 'Accepted' });
  const canceled = await under('mine', 'CancelOrder', { OrderId: first.json()['OrderId'] });
  expect(canceled.json()).toMatchObject({ result: true });
  expect(await openOrders(joao)).toHaveLength(1);
});

test('O8 a repeat while the first is running is 409 with the time to wait', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => under('at-once', 'SendOrder', order)));
  expect(replies.map(({ status }) => status)).toEqual([200, 409, 409]);
  expect(replies[1]?.text).toBe('REQUEST IN PROGRESS');
  const headers = { aptoken: maria.token, 'idempotency-key': 'at-once-2' };
  const ask = () => world.app.inject({ method: 'POST', url: '/AP/SendOrder', headers, payload: order });
  const [, second] = await Promise.all([ask(), ask()]);
  expect(second.headers['retry-after']).toBe('1');
  await maria.call('CancelAllOrders');
});

test('O8 R4 an order whose answer was lost in a crash is found in the journal, also for lists and replacements', async () => {
  const single = await under('lost', 'SendOrder', order);
  const list = await under('lost', 'SendOrderList', [order, { ...order, LimitPrice: '19000' }]);
  const replacing = { ...order, LimitPrice: '18000', OrderIdToReplace: single.json()['OrderId'] };
  const replaced = await under('lost', 'CancelReplaceOrder', replacing);
  expect(replaced.json()).toMatchObject({ OrigOrderId: single.json()['OrderId'] });
  const before = await openOrders();
  expect(before).toHaveLength(3);
  await loseAnswers();
  expect((await under('lost', 'SendOrder', order)).text).toBe(single.text);
  expect((await under('lost', 'SendOrderList', [order, { ...order, LimitPrice: '19000' }])).text).toBe(
    list.text,
  );
  const again = (await under('lost', 'CancelReplaceOrder', replacing)).json();
  expect(again).toMatchObject({ ReplacementOrderId: replaced.json()['ReplacementOrderId'] });
  expect(await openOrders()).toEqual(before);
  for (const { ClientOrderId } of before) expect(ClientOrderId).toBeGreaterThanOrEqual(2 ** 52);
  await loseAnswers();
  expect((await under('lost', 'SendOrder', { ...order, Quantity: '0.002' })).status).toBe(409);
  await maria.call('CancelAllOrders');
});

test('a given ClientOrderId is kept', async () => {
  await under('named', 'SendOrder', { ...order, ClientOrderId: 17 });
  expect((await openOrders()).map(({ ClientOrderId }) => ClientOrderId)).toEqual([17]);
  await maria.call('CancelAllOrders');
});

test('a refusal is not stored: the key may be used again, also for another request', async () => {
  const missing = await under('again', 'SendOrder', { ...order, InstrumentId: 99 });
  expect(missing.json()).toMatchObject({ errorcode: 100 });
  expect((await under('again', 'SendOrder', order)).json()).toMatchObject({ status: 'Accepted' });
  await maria.call('CancelAllOrders');
});

test('a rejected order stays rejected under its key', async () => {
  const poor = await world.customer({ level: 1 });
  const rejected = await under('poor', 'SendOrder', order, poor);
  expect(rejected.json()).toMatchObject({ status: 'Rejected', errormsg: 'Not_Enough_Funds' });
  await world.fund(poor, 'USDT', 1_000_000_000n);
  expect((await under('poor', 'SendOrder', order, poor)).text).toBe(rejected.text);
  expect((await under('poor-2', 'SendOrder', order, poor)).json()).toMatchObject({ status: 'Accepted' });
});

test('O8 an API key is created once; its secret is returned again to the same request, and never stored in plain text', async () => {
  const request = { Permissions: ['Trading'], IpWhiteList: '' };
  const first = await under('key-1', 'AddUserAPIKey', request);
  expect((await under('key-1', 'AddUserAPIKey', request)).text).toBe(first.text);
  const keys = await maria.call('GetUserAPIKeys', { UserId: maria.userId });
  expect(JSON.parse(keys.text)).toHaveLength(1);
  const rows = await world.database.query<{ bytes: string }>(
    "SELECT encode(sealed_answer, 'escape') AS bytes FROM keyed_request",
  );
  expect(JSON.stringify(rows)).not.toContain(first.json()['APISecret']);
});

test('O8 the answer is stored together with a key or a destination: a crash leaves both or none', async () => {
  const [before] = await world.database.query<{ count: number }>('SELECT count(*) AS count FROM api_key');
  await world.database.query(
    'ALTER TABLE keyed_request ADD CONSTRAINT no_answers CHECK (sealed_answer IS NULL) NOT VALID',
  );
  const failed = await under('both', 'AddUserAPIKey', { Permissions: ['Trading'] });
  expect(failed.json()).toMatchObject({ errorcode: 102 });
  await world.database.query('ALTER TABLE keyed_request DROP CONSTRAINT no_answers');
  expect(await world.database.query('SELECT count(*) AS count FROM api_key')).toEqual([before]);
  expect((await under('both', 'AddUserAPIKey', { Permissions: ['Trading'] })).json()).toHaveProperty(
    'APISecret',
  );
});

test('O8 after re-authentication, the call is repeated under the same key', async () => {
  world.clock.now += 16 * 60_000;
  const request = { Permissions: ['Withdraw'] };
  const refused = await under('proof', 'AddUserAPIKey', request);
  expect(refused.json()).toMatchObject({ detail: 'Re-authentication required' });
  const proved = await maria.call('Reauthenticate', { Password: maria.password });
  const token = String(proved.json()['SessionToken']);
  maria = { ...maria, token, call: (name, body) => world.call(name, body, { aptoken: token }) };
  expect((await under('proof', 'AddUserAPIKey', request)).json()).toMatchObject({
    Permissions: ['Withdraw'],
  });
});

test('a malformed key is refused, and a call without an effect ignores keys', async () => {
  for (const key of ['', 'with blanks', 'x'.repeat(129)])
    expect((await under(key, 'SendOrder', order)).json()).toMatchObject({
      detail: 'Invalid Idempotency-Key',
    });
  expect((await under('with blanks', 'GetOpenOrders', {})).status).toBe(200);
});

test('O8 answers are stored for a day, those of orders permanently', async () => {
  const made = await under('kept', 'SendOrder', order);
  const key = await under('kept', 'AddUserAPIKey', { Permissions: ['Deposit'] });
  world.clock.now += 24 * 60 * 60_000;
  await sweepCustomerServices(world.services);
  const kept = await world.database.query<{ operation: string }>(
    "SELECT operation FROM keyed_request WHERE key = 'kept' ORDER BY operation",
  );
  expect(kept.map(({ operation }) => operation)).toEqual(['AddUserAPIKey', 'SendOrder']);
  world.clock.now += 1;
  await sweepCustomerServices(world.services);
  const left = await world.database.query<{ operation: string }>(
    "SELECT operation FROM keyed_request WHERE key = 'kept'",
  );
  expect(left.map(({ operation }) => operation)).toEqual(['SendOrder']);
  expect([made.status, key.status]).toEqual([200, 200]);
});
