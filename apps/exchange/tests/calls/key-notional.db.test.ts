/** The most that an API key trades in a day (finding F06, decision 0063): what a stolen key loses, on every way to place an order. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { accountId, instrumentId, minor, productId } from '@salar/protocol';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { openTestDatabase } from '@salar/testing/postgres';
import type { TestDatabase } from '@salar/testing/postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { products } from '../../src/seed/catalogue.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { signRequest, signSignIn } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';

type Row = Readonly<Record<string, unknown>>;

const box = new SealedBox(randomBytes(32));
const peppers = [{ id: 1, key: randomBytes(32) }] as const;
/** The limit of keys whose owners chose none, in pesos: two orders of two million, and no third. */
const defaultLimit = 5_000_000;
const exceeded = 'Key_Daily_Notional_Exceeded';

let store: TestDatabase;
let world: GatewayWorld;
let maria: Customer;
let mallory: Customer;

async function open(): Promise<void> {
  const keyDailyNotional = minor(BigInt(defaultLimit) * 100n);
  world = await openGatewayWorld({ store, box, peppers, keyDailyNotional });
  // 60,000 USDT for 1 BTC; a USDT is 4,000 pesos.
  const { productId } = products.BTC;
  await world.sequencer.submit({ type: 'SetReferencePrice', productId, price: minor(24_000_000_000n) });
}
beforeAll(async () => {
  store = await openTestDatabase();
  await open();
});
beforeEach(async () => {
  maria = await world.customer();
  mallory = await world.customer();
  for (const person of [maria, mallory]) {
    await world.fund(person, 'USDT', 1_000_000_000_000n);
    await world.fund(person, 'BTC', 1_000_000_000n);
  }
});
afterEach(async () => {
  for (const person of [maria, mallory])
    await world.sequencer.submit({
      type: 'CancelAllOrders',
      accountId: accountId(person.accountId),
      instrumentId: instrumentId(0),
    });
});
afterAll(async () => {
  await world.close();
  await store.close();
});

/** Two million pesos: 500 USDT for 0.01 BTC, which rests. */
const two: Row = {
  OMSId: 1,
  InstrumentId: 1,
  Side: 'Buy',
  OrderType: 'Limit',
  TimeInForce: 'GTC',
  Quantity: '0.01',
  LimitPrice: '50000',
};

async function createKey(DailyNotional?: string): Promise<TestKey> {
  const added = (await maria.call('AddUserAPIKey', { Permissions: ['Trading'], DailyNotional })).json();
  return { apiKey: String(added['APIKey']), secret: String(added['APISecret']) };
}
/** Makes a call by a signed request; orders go to our own reader. */
async function callBy(key: TestKey, name: string, fields: unknown) {
  const body = JSON.stringify(fields);
  const headers = signRequest(key, { at: world.clock.now, url: `/AP/${name}`, body });
  return (await world.call(name, body, headers)).json();
}
const send = (key: TestKey, order: Row = {}) => callBy(key, 'SendOrder', { ...two, ...order });
async function place(key: TestKey, order: Row = {}): Promise<number> {
  const answer = await send(key, order);
  expect(answer).toMatchObject({ status: 'Accepted' });
  return Number(answer['OrderId']);
}
const expectExceeded = async (key: TestKey, order: Row = {}) =>
  expect(await send(key, order)).toMatchObject({ status: 'Rejected', errormsg: exceeded, errorcode: 101 });
const cancel = async (key: TestKey, OrderId: number) =>
  expect(await callBy(key, 'CancelOrder', { OrderId })).toMatchObject({ result: true });
async function openSocket(key: TestKey): Promise<TestSocket> {
  if (!world.app.server.listening) await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = world.app.server.address() as AddressInfo;
  const socket = await TestSocket.open(`ws://127.0.0.1:${port}/WSGateway`);
  const signedIn = await socket.call('AuthenticateUser', signSignIn(key, world.clock.now));
  expect(signedIn).toMatchObject({ Authenticated: true });
  return socket;
}
/** Reads what is written of a key's usages, in pesos. */
async function readWritten({ apiKey }: TestKey): Promise<number[]> {
  const rows = await store.database.query<{ notional: bigint }>(
    'SELECT notional FROM api_key_usage WHERE api_key = $1',
    [apiKey],
  );
  return rows.map(({ notional }) => Number(notional) / 100);
}

/** The worth of a customer's BTC and USDT, in pesos. */
function worthOf(customer: Customer): number {
  const position = (symbol: 'BTC' | 'USDT') =>
    world.sequencer.engine.position(accountId(customer.accountId), products[symbol].productId).total;
  return (Number(position('BTC')) / 1e8) * 240_000_000 + (Number(position('USDT')) / 1e6) * 4000;
}

test('a stolen key that trades with a confederate loses at most the limit of a day', async () => {
  const limit = 30_000_000;
  const key = await createKey(String(limit));
  const before = worthOf(maria);
  const rest = async (order: Row) =>
    expect((await mallory.call('SendOrder', { ...two, ...order })).json()).toMatchObject({
      status: 'Accepted',
    });
  const answers: Row[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    await rest({ Side: 'Sell', LimitPrice: '119000' });
    answers.push(await send(key, { LimitPrice: '119000' }));
    await rest({ LimitPrice: '1000' });
    answers.push(await send(key, { Side: 'Sell', LimitPrice: '1000' }));
    await mallory.call('CancelAllOrders', { AccountId: mallory.accountId });
  }
  const lost = before - worthOf(maria);
  expect(lost).toBeGreaterThan(limit / 3);
  expect(lost).toBeLessThanOrEqual(limit);
  expect(answers.slice(-4).map((answer) => answer['errormsg'])).toEqual([
    exceeded,
    exceeded,
    exceeded,
    exceeded,
  ]);
  // Its owner trades on.
  expect((await maria.call('SendOrder', two)).json()).toMatchObject({ status: 'Accepted' });
  // The next day it has its limit again, once.
  world.clock.now += 24 * 3_600_000;
  await place(key, { Quantity: '0.15' });
  await expectExceeded(key);
});

test('what is canceled is free again, as often as it is placed, and nothing else is', async () => {
  const key = await createKey();
  for (let turn = 0; turn < 20; turn += 1) await cancel(key, await place(key));
  const first = await place(key);
  await place(key);
  await expectExceeded(key);
  // An order of the customer in person was never counted.
  const own = (await maria.call('SendOrder', { ...two, Quantity: '0.1' })).json();
  await cancel(key, Number(own['OrderId']));
  await expectExceeded(key);
  await cancel(key, first);
  await place(key);
  await expectExceeded(key);
});

test('an order counts with what it has traded, once it has ended', async () => {
  const key = await createKey();
  const sold = await mallory.call('SendOrder', { ...two, Side: 'Sell', Quantity: '0.005' });
  expect(sold.json()).toMatchObject({ status: 'Accepted' });
  const id = await place(key); // half of it trades
  await place(key);
  await expectExceeded(key, { Quantity: '0.0055' });
  await cancel(key, id);
  await place(key, { Quantity: '0.0095' }); // 1,900,000 of 2,000,000
  await expectExceeded(key, { Quantity: '0.001' });
});

test('refused orders, and immediate ones that do not trade, count nothing', async () => {
  const key = await createKey();
  for (let turn = 0; turn < 5; turn += 1) {
    const refused = await send(key, { InstrumentId: 1, ClientOrderId: 0, OrderIdOCO: 999_999 });
    expect(refused).toMatchObject({ errormsg: 'Invalid_OrderIdOCO' });
    await place(key, { TimeInForce: 'IOC' });
    const killed = await send(key, { TimeInForce: 'FOK' });
    expect(killed).toMatchObject({ errormsg: 'Fok_Not_Filled' });
  }
  await place(key);
  await place(key);
  await expectExceeded(key);
});

test('two connections at once do not pass the limit together', async () => {
  const key = await createKey();
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(key)));
  expect(answers.filter((answer) => answer['status'] === 'Accepted')).toHaveLength(2);
  expect(answers.filter((answer) => answer['errormsg'] === exceeded)).toHaveLength(8);
});

test('a replacement counts instead of what it replaces, and is refused beyond the limit', async () => {
  const key = await createKey();
  const replace = (OrderIdToReplace: number, Quantity: string) =>
    callBy(key, 'CancelReplaceOrder', { ...two, OrderIdToReplace, Quantity });
  const id = await place(key, { Quantity: '0.02' });
  const refused = await replace(id, '0.026');
  expect(refused).toMatchObject({ result: false, errormsg: exceeded, errorcode: 101 });
  const replaced = await replace(id, '0.024');
  expect(replaced).toMatchObject({ OrigOrderId: id });
  await expectExceeded(key, { Quantity: '0.002' });
  const list = await callBy(key, 'SendCancelReplaceList', [
    { ...two, OrderIdToReplace: replaced['ReplacementOrderId'], Quantity: '0.025' },
    { ...two, OrderIdToReplace: replaced['ReplacementOrderId'], Quantity: '0.025' },
  ]);
  const details = JSON.parse(String(list['detail'])) as Row[];
  expect(details.map((answer) => answer['errormsg'])).toEqual([undefined, exceeded]);
  await expectExceeded(key, { Quantity: '0.001' });
});

test('lists, sockets and sessions of a key share its limit', async () => {
  const key = await createKey();
  const list = await callBy(key, 'SendOrderList', [two, { ...two, Quantity: '0.04' }]);
  const details = JSON.parse(String(list['detail'])) as Row[];
  expect(details.map((answer) => answer['errormsg'])).toEqual(['', exceeded]);
  const socket = await openSocket(key);
  expect(await socket.call('SendOrder', two)).toMatchObject({ status: 'Accepted' });
  expect(await socket.call('SendOrder', two)).toMatchObject({ status: 'Rejected', errormsg: exceeded });
  await expectExceeded(key);
  socket.socket.terminate();
});

test('what a key sends runs in its order, also while its usage is read and written', async () => {
  const key = await createKey();
  const socket = await openSocket(key);
  // Its first order waits for the table.
  const [placed, canceled] = await Promise.all([
    socket.call('SendOrder', two),
    socket.call('CancelAllOrders'),
  ]);
  expect([placed, canceled]).toMatchObject([{ status: 'Accepted' }, { result: true }]);
  const openOrders = () => world.sequencer.engine.openOrders(accountId(maria.accountId));
  expect(openOrders()).toEqual([]);
  // So does one that uses the step up.
  const [again, canceledAgain] = await Promise.all([
    socket.call('SendOrder', { ...two, Quantity: '0.02', ClientOrderId: 7 }),
    socket.call('CancelOrder', { ClientOrderId: 7 }),
  ]);
  expect([again, canceledAgain]).toMatchObject([{ status: 'Accepted' }, { result: true }]);
  expect(openOrders()).toEqual([]);
  const sizes = ['0.022', '0.001', '0.001'];
  const list = await socket.call('SendOrderList', {
    Requests: sizes.map((Quantity) => ({ ...two, Quantity })),
  });
  const ids = (JSON.parse(String(list['detail'])) as Row[]).map((answer) => Number(answer['OrderId']));
  expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  socket.socket.terminate();
});

test('what ended without trading is written as free again, and nothing else is', async () => {
  const key = await createKey();
  const { keyBudget } = world.services.trading;
  await cancel(key, await place(key, { Quantity: '0.0235' }));
  expect(await readWritten(key)).toEqual([defaultLimit]);
  await keyBudget.lowerWritten();
  expect(await readWritten(key)).toEqual([defaultLimit / 16]);
  await place(key);
  await cancel(key, await place(key, { Quantity: '0.014' }));
  expect(await readWritten(key)).toEqual([defaultLimit]);
  const [, order] = await Promise.all([keyBudget.lowerWritten(), send(key, { Quantity: '0.014' })]);
  expect(order).toMatchObject({ status: 'Accepted' });
  const [written = 0] = await readWritten(key);
  expect(written).toBeGreaterThanOrEqual(4_800_000);
  await expectExceeded(key);
});

test('a former leader lowers nothing that the next one has written', async () => {
  const key = await createKey();
  await cancel(key, await place(key, { Quantity: '0.0235' }));
  expect(await readWritten(key)).toEqual([defaultLimit]);
  const byNextLeader = 4_900_000;
  await store.database.query('UPDATE api_key_usage SET notional = $2 WHERE api_key = $1', [
    key.apiKey,
    byNextLeader * 100,
  ]);
  await world.services.trading.keyBudget.lowerWritten();
  expect(await readWritten(key)).toEqual([byNextLeader]);
});

test('a repeated order gets its first outcome, whatever is left of the limit', async () => {
  const key = await createKey();
  const first = await place(key, { ClientOrderId: 41 });
  await place(key);
  expect(await place(key, { ClientOrderId: 41 })).toBe(first);
  await expectExceeded(key, { ClientOrderId: 41, Quantity: '0.02' });
});

test('what has no reference price cannot be paid with', async () => {
  const base = productId(77);
  const [decimals, kind] = [2, 'crypto'] as const;
  await world.sequencer.submit({
    type: 'DefineProduct',
    productId: base,
    symbol: 'NEW',
    name: 'New',
    kind,
    decimals,
  });
  await world.sequencer.submit({
    type: 'DefineInstrument',
    instrumentId: instrumentId(77),
    symbol: 'NEWCOP',
    baseProductId: base,
    quoteProductId: products.COP.productId,
    tickSize: minor(1n),
    lotSize: minor(1n),
    quantityMin: 1n as never,
    notionalMin: minor(1n),
  });
  const sale = { ...two, InstrumentId: 77, Side: 'Sell', Quantity: '1', LimitPrice: '1' };
  expect(await send(await createKey(), sale)).toMatchObject({
    status: 'Rejected',
    errormsg: 'Key_Daily_Notional_Without_Price',
  });
  expect((await maria.call('SendOrder', sale)).json()).toMatchObject({ errormsg: 'Not_Enough_Funds' });
});

test('a key whose limit was removed in the database is refused', async () => {
  const key = await createKey('1000000');
  await store.database.query('UPDATE api_key SET daily_notional = NULL WHERE api_key = $1', [key.apiKey]);
  const body = JSON.stringify(two);
  const headers = signRequest(key, { at: world.clock.now, url: '/AP/SendOrder', body });
  expect((await world.call('SendOrder', body, headers)).status).toBe(401);
});

test('the owner sees the limit and chooses another, a higher one with a proof only', async () => {
  const { apiKey: APIKey, secret } = await createKey();
  const key = { apiKey: APIKey, secret };
  const listed = async () =>
    (JSON.parse((await maria.call('GetUserAPIKeys')).text) as Row[])[0]?.['DailyNotional'];
  const change = async (DailyNotional?: unknown) =>
    (await maria.call('UpdateUserAPIKeyDailyNotional', { APIKey, DailyNotional })).json();
  expect(await listed()).toBe(defaultLimit);
  await place(key);
  expect(await change('2000000')).toMatchObject({ APIKey, DailyNotional: 2_000_000, APISecret: null });
  await expectExceeded(key, { Quantity: '0.001' });
  for (const wrong of [0, '0', '1.005'])
    expect(await change(wrong)).toMatchObject({ errorcode: 100, detail: 'Invalid DailyNotional' });
  world.clock.now += 15 * 60_000;
  const unproved = { errorcode: 101, detail: 'Re-authentication required' };
  expect(await change('2000000.01')).toMatchObject(unproved);
  expect(await change()).toMatchObject(unproved);
  expect(await listed()).toBe(2_000_000);
  expect(await change('1500000.5')).toMatchObject({ DailyNotional: 1_500_000.5 });
  const proved = (await maria.call('Reauthenticate', { Password: maria.password })).json();
  const aptoken = String(proved['SessionToken']);
  const raised = await world.call('UpdateUserAPIKeyDailyNotional', { APIKey }, { aptoken });
  expect(raised.json()).toMatchObject({ DailyNotional: defaultLimit });
  await place(key);
  // Keys change no limits.
  const byKey = await callBy(key, 'UpdateUserAPIKeyDailyNotional', { APIKey, DailyNotional: '9000000' });
  expect(byKey).toMatchObject({ errorcode: 20 });
});

// The last one: the world that starts again gives names and transfers their numbers again.
test('a restart keeps the usage, written in steps ahead of it', async () => {
  const key = await createKey();
  await place(key);
  const quoting = await createKey();
  await cancel(quoting, await place(quoting, { Quantity: '0.0235' }));
  await world.services.trading.keyBudget.lowerWritten();
  const [written = 0] = await readWritten(key);
  expect(written).toBeGreaterThanOrEqual(2_000_000);
  expect(written).toBeLessThanOrEqual(2_000_000 + defaultLimit / 16);
  const { now } = world.clock;
  await world.close();
  await open();
  world.clock.now = now;
  await place(key);
  await expectExceeded(key);
  await place(quoting, { Quantity: '0.0234' });
  world.clock.now += 24 * 3_600_000;
  await place(key);
  await world.services.trading.keyBudget.sweep();
  expect(await readWritten(key)).toHaveLength(1);
});
