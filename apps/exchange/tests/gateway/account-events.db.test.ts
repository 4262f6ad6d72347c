import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountId, instrumentId, millis, minor, ticketId, userId } from '@salar/protocol';
import type { JsonSchema } from '@salar/protocol/wire';
import type { DepositTicket } from '@salar/services';
import { products } from '../../src/seed/catalogue.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signSignIn } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';
import { TestSocket } from '../support/test-socket.ts';
import type { ReceivedFrame } from '../support/test-socket.ts';
import { socketEvents } from '../../src/gateway/socket/socket-events.ts';

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
let url: string;
const opened: TestSocket[] = [];
/** Every event received in this file. */
const allReceived: ReceivedFrame[] = [];

beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1, userName: 'maria' });
  joao = await world.customer({ level: 1, userName: 'joao' });
  for (const one of [maria, joao]) {
    await world.fund(one, 'USDT', 10_000_000_000n);
    await world.fund(one, 'BTC', 10_000_000_000n);
  }
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `ws://127.0.0.1:${(world.app.server.address() as AddressInfo).port}/WSGateway`;
});
afterEach(() => {
  for (const one of opened.splice(0)) {
    allReceived.push(...listEvents(one));
    one.socket.terminate();
  }
});
afterAll(() => world.close());

async function open(): Promise<TestSocket> {
  const socket = await TestSocket.open(url);
  opened.push(socket);
  return socket;
}

async function signedIn(who: Customer): Promise<TestSocket> {
  const socket = await open();
  await socket.request('WebAuthenticateUser', { SessionToken: who.token });
  return socket;
}

async function listening(who: Customer, call = 'SubscribeAccountEvents', payload = {}) {
  const socket = await signedIn(who);
  await socket.request(call, { OMSId: 1, AccountId: who.accountId, ...payload });
  return socket;
}

async function withKey(key: TestKey): Promise<TestSocket> {
  const socket = await open();
  await socket.request('AuthenticateUser', signSignIn(key, world.clock.now));
  return socket;
}

function listEvents({ received }: TestSocket): readonly ReceivedFrame[] {
  return received.filter(({ m }) => m === 3);
}

function listPayloads(socket: TestSocket, name: string): readonly Record<string, unknown>[] {
  return listEvents(socket)
    .filter(({ n }) => n === name)
    .map(({ o }) => JSON.parse(o) as Record<string, unknown>);
}

/** Returns the payloads of an event, once there are enough. */
function receiveEvents(
  socket: TestSocket,
  name: string,
  count = 1,
): Promise<readonly Record<string, unknown>[]> {
  return vi.waitFor(
    () => {
      const payloads = listPayloads(socket, name);
      expect(payloads.length).toBeGreaterThanOrEqual(count);
      return payloads;
    },
    { timeout: 10_000 },
  );
}

let orders = 0;
/** Places an order that rests. @returns its client order id */
async function rest(who: Customer, InstrumentId = 1): Promise<number> {
  orders += 1;
  const price = InstrumentId === 1 ? '9000' : '900';
  const order = { InstrumentId, Side: 'Buy', OrderType: 'Limit', Quantity: '0.01', LimitPrice: price };
  const answer = (await who.call('SendOrder', { ...order, ClientOrderId: orders })).json();
  expect(answer).toMatchObject({ status: 'Accepted' });
  return orders;
}

describe('a trade', () => {
  test('is sent as trade, order and positions, with the same rows as the calls return', async () => {
    const socket = await signedIn(maria);
    const answer = await socket.request('SubscribeAccountEvents', { OMSId: 1, AccountId: maria.accountId });
    expect(answer).toMatchObject({ m: 1, o: '{"Subscribed":true,"Subscribe":true}' });
    await world.rest('BTCUSDT', 'sell', 6_100_000, 100n);
    const order = {
      InstrumentId: 1,
      Side: 'Buy',
      OrderType: 'Market',
      Quantity: '0.001',
      ClientOrderId: 500,
    };
    const { OrderId } = (await maria.call('SendOrder', order)).json();
    const positions = await receiveEvents(socket, 'AccountPositionEvent', 2);
    const lines = await receiveEvents(socket, 'TransactionEvent', 3);
    const events = listEvents(socket);
    expect(events.every(({ i }) => i === answer.i)).toBe(true);
    expect(events.map(({ n }) => n).slice(0, 3)).toEqual([
      'OrderTradeEvent',
      'OrderStateEvent',
      'AccountPositionEvent',
    ]);

    const account = { OMSId: 1, AccountId: maria.accountId };
    const rows = async (name: string, more = {}) =>
      JSON.parse((await maria.call(name, { ...account, ...more })).text) as Record<string, unknown>[];
    expect(listPayloads(socket, 'OrderTradeEvent')).toEqual(await rows('GetTradesHistory', { OrderId }));
    expect(listPayloads(socket, 'OrderStateEvent')).toEqual([await rows('GetOrderStatus', { OrderId })]);
    const now = await rows('GetAccountPositions');
    expect(positions).toEqual(now.filter(({ ProductSymbol }) => /BTC|USDT/.test(String(ProductSymbol))));
    expect([...lines].reverse()).toEqual(await rows('GetAccountTransactions', { Depth: 3 }));
  });

  test('of somebody else is not sent', async () => {
    const socket = await listening(maria);
    const other = await listening(joao);
    await rest(joao);
    await receiveEvents(other, 'OrderStateEvent');
    await socket.request('Ping');
    expect(listEvents(socket)).toEqual([]);
  });
});

describe('orders', () => {
  test('are sent by SubscribeOrderStateEvents for the requested instrument only', async () => {
    const all = await listening(maria, 'SubscribeOrderStateEvents');
    const one = await listening(maria, 'SubscribeOrderStateEvents', { InstrumentId: 2 });
    await rest(maria, 1);
    const client = await rest(maria, 2);
    await receiveEvents(all, 'OrderStateEvent', 2);
    await receiveEvents(one, 'OrderStateEvent');
    expect(listEvents(all)).toHaveLength(2);
    expect(await one.call('SubscribeOrderStateEvents', { InstrumentId: 77 })).toMatchObject({
      errorcode: 104,
      detail: 'Instrument not Found',
    });
    expect(listEvents(one).map(({ o }) => JSON.parse(o) as unknown)).toMatchObject([
      { Instrument: 2, ClientOrderId: client, OrderState: 'Working' },
    ]);
  });

  test('are sent once after two subscriptions, with the second number, and not after unsubscribing', async () => {
    const socket = await listening(maria);
    const again = await socket.request('SubscribeAccountEvents', { OMSId: 1 });
    const client = await rest(maria);
    await receiveEvents(socket, 'AccountPositionEvent');
    expect(listEvents(socket).filter(({ n }) => n === 'OrderStateEvent')).toMatchObject([{ i: again.i }]);
    const control = await listening(maria);
    const gone = await socket.request('UnSubscribeAccountEvents', { OMSId: 1, AccountId: maria.accountId });
    expect(gone).toMatchObject({ m: 1, o: '{"UnSubscribed":true}' });
    expect((await socket.request('UnsubscribeOrderStateEvents')).o).toBe('{"UnSubscribed":true}');
    const before = listEvents(socket).length;
    await maria.call('CancelAllOrders', { OMSId: 1, AccountId: maria.accountId });
    await receiveEvents(control, 'OrderStateEvent');
    await socket.request('Ping');
    expect(listEvents(socket)).toHaveLength(before);
    expect(client).toBeGreaterThan(0);
  });

  test('that are refused are sent with the reason of the answer', async () => {
    const socket = await listening(maria);
    const order = { InstrumentId: 1, Side: 'Buy', OrderType: 'Limit', Quantity: '900', LimitPrice: '90000' };
    const answer = (await maria.call('SendOrder', { ...order, ClientOrderId: 9001 })).json();
    await maria.call('CancelOrder', { OMSId: 1, OrderId: 123_456_789 });
    const replacement = { ...order, Quantity: '0.5', OrderIdToReplace: 123_456_789, ClientOrderId: 9002 };
    await maria.call('CancelReplaceOrder', replacement);
    const [placing] = await receiveEvents(socket, 'NewOrderRejectEvent');
    const ids = { OMSId: 1, AccountId: maria.accountId, Status: 'Rejected' };
    expect(placing).toEqual({ ...ids, ClientOrderId: 9001, RejectReason: answer['errormsg'] });
    expect((await receiveEvents(socket, 'CancelOrderRejectEvent'))[0]).toEqual({
      ...ids,
      OrderId: 123_456_789,
      OrderRevision: 0,
      OrderType: 'Unknown',
      InstrumentId: 0,
      RejectReason: 'Order Not Found',
    });
    expect((await receiveEvents(socket, 'CancelReplaceOrderRejectEvent'))[0]).toEqual({
      ...ids,
      OrderId: 0,
      ClientOrderId: 9002,
      LimitPrice: 90_000,
      OrderIdOCO: 0,
      OrderType: 'Limit',
      PegPriceType: 'Last',
      OrderIdToReplace: 123_456_789,
      InstrumentId: 1,
      ReferencePrice: 0,
      Quantity: 0.5,
      Side: 'Buy',
      StopPrice: 0,
      TimeInForce: 'GTC',
      RejectReason: 'Order Not Found',
    });
  });
});

test('a deposit is sent from the ticket to the credit, a withdrawal with its ticket', async () => {
  const socket = await listening(maria);
  const ticket: DepositTicket = {
    ticketId: ticketId(700),
    key: 'a transfer',
    requestCode: '6c0d3f1e-2b5a-4f7e-9a51-0d1b2c3d4e5f',
    accountId: accountId(maria.accountId),
    productId: products.USDT.productId,
    providerId: 2,
    amount: minor(25_000_000n),
    status: 'Pending',
    txId: '0xabc',
    fromAddress: '0x1',
    toAddress: '0x2',
    confirmations: 1,
    confirmationsNeeded: 2,
    rejectReason: null,
    createdAt: millis(world.clock.now),
    updatedAt: millis(world.clock.now),
  };
  const publish = (table: 'deposit' | 'withdrawal', id: number) =>
    world.database.changed({ table, accountId: ticket.accountId, ticketId: ticketId(id) });
  world.tickets.depositTickets.unshift(ticket);
  const said = (kind: 'Deposit' | 'Withdraw', TicketCode = '') =>
    maria.call(`Submit${kind}TicketComment`, { OMSId: 1, TicketCode, Comment: 'For the invoice' });
  await said('Deposit', ticket.requestCode);
  publish('deposit', ticket.ticketId);
  const [deposit] = await receiveEvents(socket, 'DepositTicketUpdateEvent');
  const found = await maria.call('GetDepositTicket', { OMSId: 1, RequestCode: ticket.requestCode });
  expect(deposit).toEqual(JSON.parse(found.text));
  expect(deposit).toMatchObject({ Comments: [{ Comment: 'For the invoice' }] });
  const [pending] = await receiveEvents(socket, 'PendingDepositUpdate');
  expect(pending).toEqual({
    AccountId: maria.accountId,
    AssetId: ticket.productId,
    TotalPendingDepositValue: 25,
  });
  await world.sequencer.submit({ type: 'CreditDeposit', ...ticket });
  expect((await receiveEvents(socket, 'DepositEvent'))[0]).toEqual({
    OMSId: 1,
    AccountId: maria.accountId,
    ProductId: ticket.productId,
    Quantity: 25,
    SubAccountId: 0,
  });
  expect((await receiveEvents(socket, 'PendingDepositUpdate', 2))[1]).toMatchObject({
    TotalPendingDepositValue: 0,
  });

  const form = { OMSId: 1, ProductId: ticket.productId, Amount: '10', TemplateForm: '{}' };
  const made = await maria.call('CreateWithdrawTicket', { ...form, AccountId: maria.accountId });
  const [withdrawn] = world.tickets.withdrawTickets;
  expect(withdrawn, made.text).toBeDefined();
  await said('Withdraw', withdrawn?.requestCode);
  publish('withdrawal', withdrawn?.ticketId ?? 0);
  const [withdrawal] = await receiveEvents(socket, 'WithdrawTicketUpdateEvent');
  const RequestCode = withdrawn?.requestCode;
  expect(withdrawal).toEqual((await maria.call('GetWithdrawTicket', { OMSId: 1, RequestCode })).json());
  expect(withdrawal).toMatchObject({ Comments: [{ Comment: 'For the invoice' }] });
});

test('changes of level, lock and market are sent', async () => {
  const socket = await listening(maria);
  const { sequencer } = world;
  const account = accountId(maria.accountId);
  await sequencer.submit({ type: 'SetAccountLevel', accountId: account, level: 2 });
  expect((await receiveEvents(socket, 'VerificationLevelUpdateEvent'))[0]).toEqual({
    VerificationLevel: 2,
    AccountId: maria.accountId,
  });
  const [info] = await receiveEvents(socket, 'AccountInfoUpdateEvent');
  expect(info).toEqual((await maria.call('GetAccountInfo')).json());
  await sequencer.submit({ type: 'SetAccountLock', accountId: account, locked: true });
  expect((await receiveEvents(socket, 'AccountInfoUpdateEvent', 2))[1]).toMatchObject({ Frozen: true });
  await sequencer.submit({ type: 'SetAccountLock', accountId: account, locked: false });
  const market = { type: 'SetInstrumentState', instrumentId: instrumentId(1) } as const;
  await sequencer.submit({ ...market, state: 'paused', cause: 'volatility' });
  expect((await maria.call('GetInstrument', { OMSId: 1, InstrumentId: 1 })).json()).toMatchObject({
    SessionStatus: 'Paused',
    PreviousSessionStatus: 'Running',
    SessionStatusReason: 'Volatility',
    SessionStatusDateTime: expect.stringMatching(/^20\d\d-.*Z$/),
  });
  await sequencer.submit({ ...market, state: 'running', cause: 'none' });
  const states = await receiveEvents(socket, 'MarketStateUpdate', 2);
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  const where = { ExchangeId: 1, VenueAdapterId: 1, VenueInstrumentId: 1, ExchangeDateTime: at };
  expect(states).toEqual([
    { ...where, Action: 'Pause', PreviousStatus: 'Running', NewStatus: 'Paused', Reason: 'Volatility' },
    { ...where, Action: 'Resume', PreviousStatus: 'Paused', NewStatus: 'Running', Reason: '' },
  ]);
});

describe('authorisation', () => {
  test('a session is required, and only the own account can be subscribed to', async () => {
    const anonymous = await open();
    for (const call of ['SubscribeAccountEvents', 'SubscribeOrderStateEvents', 'UnsubscribeAccountEvents']) {
      const early = await anonymous.request(call, { OMSId: 1 });
      expect([early.m, JSON.parse(early.o)]).toMatchObject([5, { result: false, errorcode: 20 }]);
    }
    const socket = await signedIn(maria);
    for (const call of ['SubscribeAccountEvents', 'SubscribeOrderStateEvents']) {
      const foreign = await socket.request(call, { OMSId: 1, AccountId: joao.accountId });
      const missing = await socket.request(call, { OMSId: 1, AccountId: 99_999_999 });
      expect(JSON.parse(foreign.o)).toMatchObject({ result: false, errorcode: 20 });
      expect(foreign.o).toBe(missing.o);
      const overHttp = await maria.call(call, { OMSId: 1, AccountId: maria.accountId });
      expect(overHttp.json()).toMatchObject({ errorcode: 106 });
    }
    await rest(joao);
    await socket.request('Ping');
    expect(listEvents(socket)).toEqual([]);
  });

  test('keys need the permission to trade or read the account; for orders alone, to trade', async () => {
    const answers = async (permissions: readonly string[]) => {
      const socket = await withKey(await addKey(maria, permissions));
      const requestError = async (call: string) => (await socket.call(call, { OMSId: 1 }))['errorcode'];
      return [await requestError('SubscribeAccountEvents'), await requestError('SubscribeOrderStateEvents')];
    };
    expect(await answers(['Trading'])).toEqual([undefined, undefined]);
    expect(await answers(['AccountReadOnly'])).toEqual([undefined, 20]);
    expect(await answers(['Withdraw'])).toEqual([20, 20]);
    expect(await answers([])).toEqual([20, 20]);
  });
});

describe('a subscription ends at once', () => {
  /** A control socket receives an order that the socket does not; within a second, and for good. */
  const expectDeaf = async (socket: TestSocket, who: Customer, control: TestSocket) => {
    const isDeaf = async () => {
      const client = await rest(who);
      const isSent = (one: TestSocket) =>
        listPayloads(one, 'OrderStateEvent').some((order) => order['ClientOrderId'] === client);
      await vi.waitFor(() => expect(isSent(control)).toBe(true), { timeout: 10_000 });
      await socket.request('Ping');
      return !isSent(socket);
    };
    await vi.waitFor(async () => expect(await isDeaf()).toBe(true), { timeout: 1000 });
    expect(await isDeaf()).toBe(true);
  };

  test('when the permission is removed from the key, while the socket stays signed in', async () => {
    const control = await listening(maria);
    const key = await addKey(maria, ['Trading', 'Withdraw']);
    const socket = await withKey(key);
    await socket.request('SubscribeAccountEvents');
    await socket.request('SubscribeOrderStateEvents');
    await rest(maria);
    await receiveEvents(socket, 'OrderStateEvent', 2);
    await maria.call('RemoveUserAPIKeyPermission', { APIKey: key.apiKey, Permission: 'Trading' });
    await expectDeaf(socket, maria, control);
    expect(listPayloads(socket, 'LogoutEvent')).toEqual([]);
  });

  test('when the key is deleted', async () => {
    const control = await listening(maria);
    const key = await addKey(maria, ['AccountReadOnly']);
    const socket = await withKey(key);
    await socket.request('SubscribeAccountEvents');
    await maria.call('RemoveUserAPIKey', { APIKey: key.apiKey });
    await receiveEvents(socket, 'LogoutEvent');
    await expectDeaf(socket, maria, control);
  });

  test('when the session is signed out elsewhere', async () => {
    const control = await listening(maria);
    const { userName: UserName, password: Password } = maria;
    const socket = await open();
    const granted = await socket.call('AuthenticateUser', { UserName, Password });
    await socket.request('SubscribeAccountEvents');
    await world.call('LogOut', {}, { aptoken: String(granted['SessionToken']) });
    await receiveEvents(socket, 'LogoutEvent');
    await expectDeaf(socket, maria, control);
    // It does not resume when somebody else signs in on the same socket.
    await socket.request('WebAuthenticateUser', { SessionToken: joao.token });
    await expectDeaf(socket, maria, control);
  });

  test('when the user is locked', async () => {
    const socket = await listening(joao);
    await rest(joao);
    await receiveEvents(socket, 'OrderStateEvent');
    await world.services.authentication.locks.lockByOperator(userId(joao.userId));
    await receiveEvents(socket, 'LogoutEvent');
    await world.sequencer.submit({
      type: 'CancelAllOrders',
      accountId: accountId(joao.accountId),
      instrumentId: instrumentId(0),
    });
    await socket.request('Ping');
    expect(listPayloads(socket, 'OrderStateEvent').every(({ OrderState }) => OrderState === 'Working')).toBe(
      true,
    );
  });
});

test('a subscription does not keep a session alive', async () => {
  const { sessions } = world.services.access;
  const address = '127.0.0.1';
  await maria.call('GetOpenOrders');
  world.clock.now += 40 * 60_000;
  sessions.onEnded(maria.token, address, () => undefined);
  world.clock.now += 30 * 60_000;
  const ended = new Promise<void>((resolve) => {
    sessions.onEnded(maria.token, address, resolve);
  });
  await ended;
  expect((await maria.call('GetOpenOrders')).status).toBe(401);
});

test('every event had its declared shape, and every possible kind was received', () => {
  const shapes = new Map(socketEvents.map(({ name, schema }) => [name, schema]));
  for (const { n, o } of allReceived) {
    const keys = Object.keys(JSON.parse(o) as object);
    const { properties } = shapes.get(n) as JsonSchema & { readonly properties: object };
    expect(keys, n).toEqual(Object.keys(properties));
  }
  const kinds = new Set(allReceived.map(({ n }) => n));
  const never = socketEvents
    .filter(({ name, subscriptions }) => subscriptions.includes('SubscribeAccountEvents') && !kinds.has(name))
    .map(({ name }) => name);
  // An account that does not exist has no subscriber.
  expect(never).toEqual(['CancelAllOrdersRejectEvent']);
});
