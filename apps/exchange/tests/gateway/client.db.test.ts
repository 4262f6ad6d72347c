/** Our own client against a real gateway, and the examples of the documentation. */
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createClient, NotSignedIn, SalarRefusal } from '@salar/client';
import type { BookLevel, Client, Credentials, PublicTradeRow } from '@salar/client';
import { makeMarket } from '@salar/client/examples/market-maker';
import { watchPrices } from '@salar/client/examples/price-watcher';
import { withdraw } from '@salar/client/examples/withdraw';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey } from '../support/test-keys.ts';
import type { TestKey } from '../support/test-keys.ts';

let world: GatewayWorld;
let maria: Customer;
let key: TestKey;
let url: string;
const clients: Client[] = [];
beforeAll(async () => {
  world = await openGatewayWorld();
  world.clock.now = Date.now(); // signatures contain the time
  maria = await world.customer({ level: 1, userName: 'maria' });
  key = await addKey(maria, ['Trading', 'Withdraw', 'AccountReadOnly']);
  await world.fund(maria, 'BTC', 100_000_000n);
  await world.fund(maria, 'USDT', 100_000_000_000n);
  await world.rest('BTCUSDT', 'buy', 6_100_000, 1000n);
  await world.rest('BTCUSDT', 'sell', 6_200_000, 1000n);
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  world.clock.now = Date.now();
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(() => world.close());

function open(credentials?: Credentials): Client {
  const client = createClient({ url, WebSocket, credentials });
  clients.push(client);
  return client;
}

/** Waits for something that may take long on a busy machine. */
const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 30_000 });

const bitcoin = { InstrumentId: 1 };

test('a program reads and trades with its key, and amounts keep every digit', async () => {
  const { call } = open(key);
  const [instrument] = await call.GetInstruments();
  expect(instrument).toMatchObject({ InstrumentId: 1, Symbol: 'BTCUSDT' });
  const positions = await call.GetAccountPositions();
  expect(positions.find(({ ProductSymbol }) => ProductSymbol === 'BTC')).toMatchObject({
    ProductId: 1,
    Amount: '1',
  });
  const order = {
    ...bitcoin,
    Side: 'Buy',
    OrderType: 'Limit',
    LimitPrice: '20000',
    ClientOrderId: 7,
  } as const;
  const { OrderId = 0 } = await call.SendOrder({ ...order, Quantity: '0.001' });
  expect(await call.GetOpenOrders()).toMatchObject([
    { OrderId, Side: 'Buy', Quantity: '0.001', ClientOrderId: 7 },
  ]);
  expect(await call.CancelOrder({ OrderId })).toMatchObject({ result: true });
  const refusal: unknown = await call
    .SendOrder({ ...order, Quantity: '100' })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(SalarRefusal);
  expect(refusal).toMatchObject({ errormsg: 'Not_Enough_Funds', errorcode: 101 });
});

test('private calls need credentials', async () => {
  await expect(open().call.GetOpenOrders()).rejects.toThrow(NotSignedIn);
  await expect(open({ ...key, secret: 'wrong' }).call.GetOpenOrders()).rejects.toThrow(NotSignedIn);
  await expect(open({ userName: 'maria', password: 'wrong' }).call.GetOpenOrders()).rejects.toThrow(
    'Invalid username or password',
  );
});

test('a customer who signs in by name signs in again when the session has ended', async () => {
  const { call } = open(maria);
  expect(await call.GetUserInfo()).toMatchObject({ UserId: maria.userId, UserName: 'maria' });
  await call.LogOut();
  expect(await call.GetUserInfo()).toMatchObject({ UserId: maria.userId });
});

test('changes of an order book, trades and the account are received', async () => {
  const { live } = open(key);
  const books: BookLevel[][] = [];
  const trades: PublicTradeRow[] = [];
  const received: string[] = [];
  live.level2(1, { depth: 5 }, ({ bids }) => books.push([...bids]));
  // The trade may be in the snapshot, which is read from the database, or come after it.
  live.trades('BTCUSDT', { count: 1 }, (news) => trades.push(...news));
  live.accountEvents({
    subscribed: () => received.push('subscribed'),
    OrderStateEvent: ({ OrderState }) => received.push(OrderState),
    OrderTradeEvent: ({ Quantity, Price }) => received.push(`${Quantity} at ${Price}`),
    AccountPositionEvent: ({ ProductSymbol, Amount }) => received.push(`${ProductSymbol} ${Amount}`),
  });
  await eventually(() => expect(received).toEqual(['subscribed']));
  await eventually(() => expect(books.at(-1)).toEqual([{ price: '61000', quantity: '0.01' }]));
  const offer = { ...bitcoin, Side: 'Sell', OrderType: 'Limit', LimitPrice: '61000' } as const;
  await live.call.SendOrder({ ...offer, Quantity: '0.004' });
  await eventually(() => expect(books.at(-1)).toEqual([{ price: '61000', quantity: '0.006' }]));
  await eventually(() => expect(trades).toMatchObject([{ Quantity: '0.004', Price: '61000' }]));
  await eventually(() => expect(received).toContain('BTC 0.996'));
  expect(received).toContain('0.004 at 61000');
  expect(received).toContain('FullyExecuted');
});

test('the price watcher prints every change', async () => {
  const lines: string[] = [];
  watchPrices(open(), 'BTCUSDT', (line) => lines.push(line));
  await eventually(() => expect(lines[0]).toMatch(/^BTCUSDT {2}bid 61000 {2}offer 62000/));
  await maria.call('SendOrder', {
    ...bitcoin,
    Side: 'Buy',
    OrderType: 'Limit',
    Quantity: '0.001',
    LimitPrice: '61100',
  });
  await eventually(() => expect(lines.at(-1)).toMatch(/^BTCUSDT {2}bid 61100 {2}offer 62000/));
  await maria.call('CancelAllOrders');
  await eventually(() => expect(lines.at(-1)).toMatch(/^BTCUSDT {2}bid 61000 {2}offer 62000/));
});

test('the market maker quotes around the middle, follows it, and leaves nothing behind', async () => {
  const client = open(key);
  const lines: string[] = [];
  const ending = new AbortController();
  const quotes = async () =>
    (await client.call.GetOpenOrders()).map(({ Side, Price }) => `${Side} ${Price}`).sort();
  const making = makeMarket(client, {
    symbol: 'BTCUSDT',
    quantity: '0.002',
    spread: '0.004',
    signal: ending.signal,
    say: (line) => lines.push(line),
  });
  await eventually(() => expect(lines).toContain('quoting 61377 / 61623'));
  expect(await quotes()).toEqual(['Buy 61377', 'Sell 61623']);
  // An offer below ours, far below the previous one.
  const joao = await world.customer({ level: 1 });
  await world.fund(joao, 'BTC', 100_000_000n);
  const offer = { ...bitcoin, Side: 'Sell', OrderType: 'Limit', LimitPrice: '61377' };
  await joao.call('SendOrder', { ...offer, Quantity: '0.005' });
  await eventually(() => expect(lines).toContain('Buy 0.002 at 61377'));
  await eventually(async () => expect(await quotes()).toEqual(['Buy 61066.12', 'Sell 61310.88']));
  ending.abort();
  await making;
  expect(await quotes()).toEqual([]);
  expect(lines.at(-1)).toBe('no quotes');
  await joao.call('CancelAllOrders');
});

test('the withdrawal script sends to a saved destination and waits for the mailed link', async () => {
  const client = open(key);
  const wanted = { product: 'USDT', amount: '25', destination: 'ledger' };
  const lines: string[] = [];
  const say = (line: string) => {
    lines.push(line);
    const [ticket] = world.tickets.withdrawTickets;
    if (ticket) world.tickets.withdrawTickets[0] = { ...ticket, status: 'Accepted' };
  };
  await expect(withdraw(client, wanted, { say })).rejects.toThrow('no saved destination');
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  await maria.call('CreateAccountWithdrawInfo', {
    ProductId: 3,
    Name: 'wallet:ledger:Ethereum (local)',
    AccountIdentifier: address,
  });
  await expect(withdraw(client, wanted, { say })).rejects.toThrow('not confirmed');
  await world.call('ConfirmWithdrawInfo', { VerifyEmailCode: world.codeFor('maria@example.com') });
  const ticket = await withdraw(client, wanted, { say, pollMs: 1 });
  expect(ticket).toMatchObject({ Amount: '25', AssetId: 3, Status: 'Accepted' });
  expect(lines).toEqual([
    `25 USDT to ${address}: fee 1, arrives 24`,
    expect.stringMatching(/^ticket [0-9a-f-]{36}: confirm it/),
    expect.stringMatching(/^ticket [0-9a-f-]{36}: Accepted$/),
  ]);
});
