/** Runs the published ccxt against this exchange: everything that its class for the family can do. */
import { Api } from '../support/api.ts';
import { ccxtClient, ccxtStream, toCcxtLogin } from '../support/ccxt-client.ts';
import type { CcxtClient } from '../support/ccxt-client.ts';
import type { TestCustomer } from '../support/customers.ts';
import { createCustomerWithEther } from '../support/create-customer-with-ether.ts';
import { createApiKey } from '../support/api-key-client.ts';
import { enableSecondFactor } from '../support/second-factor.ts';
import { expect, test } from '../support/test.ts';

type Row = Readonly<Record<string, string>>;
type ErrorName =
  | 'AuthenticationError'
  | 'BadSymbol'
  | 'ExchangeError'
  | 'InsufficientFunds'
  | 'InvalidOrder'
  | 'OrderNotFound'
  | 'RateLimitExceeded';

const url = () => process.env['SALAR_E2E_URL'] ?? '';
const own = { OMSId: 1 };
const market = 'ETH/USDT';
const receiver = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const openingEther = '2.000000000000000003';

/** The library's error classes. */
let errors: Readonly<Record<ErrorName, new (message: string) => Error>>;
test.beforeAll(async () => {
  errors = await import('ccxt');
});

test('ccxt reads products, markets, books, tickers, candles and trades as the exchange returns them', async () => {
  const ccxt = await ccxtClient(url());
  const api = new Api(url());
  const rows = async (name: string, ask: object = {}) => (await api.call(name, { ...own, ...ask })) as Row[];
  const lists = async (name: string, ask: object) =>
    (await api.call(name, { ...own, ...ask })) as unknown as string[][];

  expect(await ccxt.fetchStatus()).toMatchObject({ status: 'ok' });

  const currencies = Object.values(await ccxt.fetchCurrencies());
  const products = await rows('GetProducts');
  expect(currencies.map(({ id, code, name, precision, type }) => [id, code, name, precision, type])).toEqual(
    products.map((product) => [
      product['ProductId'],
      product['Product'],
      product['ProductFullName'],
      Number(product['TickSize']),
      product['ProductType'] === 'NationalCurrency' ? 'fiat' : 'crypto',
    ]),
  );

  const markets = await ccxt.fetchMarkets();
  const instruments = await rows('GetInstruments');
  expect(
    markets.map((one) => [
      one?.id,
      one?.symbol,
      one?.precision.amount,
      one?.precision.price,
      one?.limits.amount?.min,
      one?.active,
    ]),
  ).toEqual(
    instruments.map((instrument) => [
      instrument['InstrumentId'],
      `${instrument['Product1Symbol']}/${instrument['Product2Symbol']}`,
      Number(instrument['QuantityIncrement']),
      Number(instrument['PriceIncrement']),
      Number(instrument['MinimumQuantity']),
      instrument['SessionStatus'] === 'Running',
    ]),
  );

  await ccxt.loadMarkets();
  const InstrumentId = ccxt.market(market).id;

  // The market may change between two requests: compares once both have received the same state.
  await expect(async () => {
    const book = await ccxt.fetchOrderBook(market, 20);
    const levels = await lists('GetL2Snapshot', { InstrumentId, Depth: 20 });
    expect(String(book.nonce)).toBe(levels[0]?.[0]);
    const readSide = (side: string) =>
      levels.filter((row) => row[9] === side).map((row) => [Number(row[6]), Number(row[8])]);
    const priced = (side: readonly (readonly unknown[])[]) => side.map(([price, amount]) => [price, amount]);
    expect(priced(book.bids)).toEqual(readSide('0'));
    expect(priced(book.asks)).toEqual(readSide('1'));
    expect(book.bids.length).toBeGreaterThan(1);
  }).toPass({ timeout: 30_000, intervals: [0] });

  await expect(async () => {
    const ticker = await ccxt.fetchTicker(market);
    const level1 = (await api.call('GetLevel1', { ...own, InstrumentId })) as Row;
    expect(ticker).toMatchObject({ bid: Number(level1['BestBid']), ask: Number(level1['BestOffer']) });
    expect(ticker.percentage).toBe(Number(level1['Rolling24HrPxChangePercent']));
    expect(ticker.baseVolume).toBe(Number(level1['Rolling24HrVolume']));
  }).toPass({ timeout: 30_000, intervals: [0] });

  await expect(async () => {
    const tickers = await ccxt.fetchTickers();
    const summary = await rows('Summary');
    expect(Object.keys(tickers)).toEqual(summary.map((row) => row['trading_pairs']?.replace('_', '/')));
    const summaryRow = summary.find((row) => row['trading_pairs'] === 'ETH_USDT');
    expect(tickers[market]?.bid).toBe(Number(summaryRow?.['highest_bid']));
  }).toPass({ timeout: 30_000, intervals: [0] });

  await expect(async () => {
    const candles = await ccxt.fetchOHLCV(market, '5m', undefined, 20);
    const history = (await lists('GetTickerHistory', { InstrumentId, Interval: 300 })).slice(-20);
    const figures = history.map((row) => [0, 3, 1, 2, 4, 5].map((at) => Number(row[at])));
    expect(candles.slice(-5)).toEqual(figures.slice(-5));
  }).toPass({ timeout: 30_000, intervals: [0] });

  await expect(async () => {
    const trades = await ccxt.fetchTrades(market, undefined, 50);
    const last = await lists('GetLastTrades', { InstrumentId, Count: 50 });
    expect(trades.map(({ id, price, amount, timestamp }) => [id, price, amount, timestamp])).toEqual(
      last.map((row) => [row[0], Number(row[3]), Number(row[2]), Number(row[6])]),
    );
  }).toPass({ timeout: 30_000, intervals: [0] });

  await expect(ccxt.fetchTicker('NO/SUCH')).rejects.toThrow(errors.BadSymbol);
  await expect(ccxt.publicGetGetLevel1({ omsId: 1, InstrumentId: 77 })).rejects.toThrow(errors.BadSymbol);
});

test('ccxt trades with a key, with a session, and with a second factor takes money out', async () => {
  test.setTimeout(180_000);
  const customer = await createCustomerWithEther(url(), 'ccxt', openingEther);
  const login = toCcxtLogin(customer, await createApiKey(customer));
  const ccxt = await ccxtClient(url(), login);
  const ask = { ...own, AccountId: customer.accountId };

  await test.step('a key reads accounts, balances, deposits and addresses', async () => {
    expect((await ccxt.fetchAccounts()).map(({ id }) => id)).toEqual([String(customer.accountId)]);
    // The library loses digits of a balance with eighteen decimals; it keeps those of a deposit as text.
    expect((await ccxt.fetchBalance())['ETH']).toMatchObject({ total: Number(openingEther), used: 0 });
    const exact = await ccxtClient(url(), login, { number: String });
    const [deposit] = await exact.fetchDeposits('ETH');
    expect(deposit).toMatchObject({ type: 'deposit', status: 'ok', currency: 'ETH', amount: openingEther });
    expect(deposit?.txid).toMatch(/^0x[0-9a-f]{64}$/);
    expect(deposit?.timestamp).toBeGreaterThan(Date.now() - 600_000);

    const first = await ccxt.fetchDepositAddress('BTC');
    expect(first.address).toMatch(/^bcrt1q/);
    expect((await ccxt.fetchDepositAddress('BTC')).address).toBe(first.address);
    const second = await ccxt.createDepositAddress('BTC');
    expect(second.address).not.toBe(first.address);
    expect((await ccxt.fetchDepositAddress('BTC')).address).toBe(second.address);
    const info = (await customer.api.call('GetDepositInfo', { ...ask, ProductId: 1 })) as Row;
    expect(info['DepositInfo']).toBe(JSON.stringify([second.address]));
  });

  await test.step('orders are placed, seen, edited, filled and canceled', () => checkOrders(ccxt, customer));

  await test.step('refusals have texts that ccxt maps to its own errors', async () => {
    const fails = (what: Promise<unknown>, name: ErrorName) => expect(what).rejects.toThrow(errors[name]);
    await fails(ccxt.createOrder(market, 'limit', 'buy', 2000, 1000), 'InsufficientFunds');
    await fails(ccxt.createOrder(market, 'limit', 'buy', 0.000_000_1, 1000), 'InvalidOrder');
    await fails(ccxt.fetchOrder('9007199254740991'), 'OrderNotFound');
    await fails(ccxt.cancelOrder('9007199254740991'), 'OrderNotFound');
    await fails(ccxt.fetchOrderTrades('9007199254740991'), 'OrderNotFound');
    await fails(
      ccxt.privatePostSendOrder({ InstrumentId: 77, Side: 0, OrderType: 1, Quantity: 1 }),
      'BadSymbol',
    );
    await fails(
      ccxt.createOrder(market, 'limit', 'buy', 0.01, 1000, { ClientOrderId: 1, PegPriceType: 1, Side: 7 }),
      'ExchangeError',
    );
    // The library drops the type of these stops; the orders that it sends instead would be executed at once.
    await expect(ccxt.createStopMarketOrder(market, 'sell', 0.1, 1000)).rejects.toThrow('Invalid_StopPrice');
    await expect(ccxt.createStopLimitOrder(market, 'sell', 0.1, 1000, 1000)).rejects.toThrow(
      'Invalid_StopPrice',
    );
    const wrong = await ccxtClient(url(), { ...login, secret: '0'.repeat(32) });
    await fails(wrong.fetchBalance(), 'AuthenticationError');
    const stranger = await ccxtClient(url(), { ...login, password: 'not-the-password' });
    await fails(stranger.signIn(), 'ExchangeError');
    const reader = await ccxtClient(
      url(),
      toCcxtLogin(customer, await createApiKey(customer, ['AccountReadOnly'])),
    );
    expect((await reader.fetchBalance())['ETH']).toBeDefined();
    await expect(reader.createOrder(market, 'limit', 'buy', 0.01, 1000)).rejects.toThrow('Not Authorized');
  });

  await test.step('a session does the same as the key', async () => {
    const session = await ccxtClient(url(), login);
    expect(await session.signIn()).toMatchObject({ Authenticated: true });
    expect(session.options['sessionToken']).toBeTruthy();
    expect((await session.fetchBalance())['ETH']).toEqual((await ccxt.fetchBalance())['ETH']);
  });

  await test.step('with a second factor ccxt signs in and requests a withdrawal', async () => {
    const { app } = await enableSecondFactor(customer);
    await expect((await ccxtClient(url(), login)).signIn()).rejects.toThrow(errors.AuthenticationError);
    const session = await ccxtClient(url(), { ...login, twofa: app.secret });
    // The library derives its code from the clock alone, and the code that enabled the factor may be from the same
    // step.
    await app.nowUnused();
    expect(await session.signIn()).toMatchObject({ Authenticated: true });

    const before = (await session.fetchBalance())['ETH'];
    // The library does not send the amount: its user adds it.
    await session.withdraw('ETH', 0.25, receiver, undefined, { Amount: '0.25' });
    const [withdrawal, ...others] = await session.fetchWithdrawals('ETH');
    expect(others).toEqual([]);
    expect(withdrawal).toMatchObject({
      type: 'withdrawal',
      status: 'pending',
      amount: 0.25,
      addressTo: receiver,
    });
    expect(withdrawal?.timestamp).toBeGreaterThan(Date.now() - 600_000);
    expect((await session.fetchBalance())['ETH']).toMatchObject({
      total: before?.total,
      used: (before?.used ?? 0) + 0.25,
    });
    const [ticket] = (await customer.api.call('GetWithdrawTickets', ask)) as Row[];
    expect(ticket).toMatchObject({ Status: 'Pending2Fa', TicketNumber: withdrawal?.id, Amount: '0.25' });

    session.twofa = 'JBSWY3DPEHPK3PXP'; // of another app
    await expect(session.withdraw('ETH', 0.25, receiver, undefined, { Amount: '0.25' })).rejects.toThrow(
      'Invalid 2FA code',
    );
  });

  await test.step('a rate-limited client gets a response for which ccxt waits', async () => {
    const answers = await Promise.allSettled(
      Array.from({ length: 120 }, () => ccxt.fetchDepositAddress('ETH')),
    );
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(answers.length);
    for (const why of refused) expect(why).toBeInstanceOf(errors.RateLimitExceeded);
  });
});

/** Places every order type that the library supports, and reads it back with the library and with our own calls. */
async function checkOrders(ccxt: CcxtClient, { api, accountId }: TestCustomer): Promise<void> {
  const ask = { ...own, AccountId: accountId };
  const began = Date.now();
  const place = async (...order: Parameters<CcxtClient['createOrder']>) =>
    (await ccxt.createOrder(...order)).id ?? '';
  const readStatus = async (id: string) => (await api.call('GetOrderStatus', { ...ask, OrderId: id })) as Row;

  const sold = (await ccxt.createMarketOrder(market, 'sell', 0.5)).id ?? '';
  const filled = await ccxt.fetchOrder(sold);
  const status = await readStatus(sold);
  expect(filled).toMatchObject({ status: 'closed', side: 'sell', type: 'market', amount: 0.5, filled: 0.5 });
  expect(filled.cost).toBe(Number(status['GrossValueExecuted']));
  expect(filled.average).toBe(Number(status['AvgPrice']));

  const [trade, ...more] = await ccxt.fetchMyTrades(market, began - 60_000, 10);
  expect(more).toEqual([]);
  const [row] = (await api.call('GetTradesHistory', ask)) as Row[];
  expect(trade).toMatchObject({
    id: row?.['TradeId'],
    order: sold,
    side: 'sell',
    takerOrMaker: 'taker',
    amount: 0.5,
    price: Number(row?.['Price']),
    cost: Number(row?.['Value']),
  });
  expect(trade?.fee).toMatchObject({ cost: Number(row?.['Fee']), currency: 'USDT' });
  // The library reads the remaining quantity as a fill's amount; its cost is right.
  const ofOrder = await ccxt.fetchOrderTrades(sold, market);
  expect(ofOrder.map(({ order, cost }) => [order, cost])).toEqual([[sold, filled.cost]]);

  const ledger = await ccxt.fetchLedger(undefined, undefined, 3);
  const postings = (await api.call('GetAccountTransactions', { ...ask, Depth: 3 })) as Row[];
  expect(new Set(ledger.map(({ id }) => id))).toEqual(new Set(postings.map((one) => one['TransactionId'])));

  // Far enough from the market to rest until they are canceled.
  const price = Math.round((filled.average ?? 0) * 0.8);
  const stopPrice = Math.round((filled.average ?? 0) * 0.9);
  const limit = await place(market, 'limit', 'buy', 0.02, price, { clientOrderId: 4_294_967_295 });
  expect(await ccxt.fetchOrder(limit)).toMatchObject({
    status: 'open',
    clientOrderId: '4294967295',
    price,
    amount: 0.02,
    filled: 0,
  });
  const { id: edited = '' } = await ccxt.editOrder(limit, market, 'limit', 'buy', 0.03, price - 1);
  expect(edited).not.toBe(limit);
  expect(await ccxt.fetchOrder(limit)).toMatchObject({ status: 'canceled' });
  expect(await ccxt.fetchOrder(edited)).toMatchObject({ status: 'open', price: price - 1, amount: 0.03 });

  const stop = await place(market, 'market', 'sell', 0.1, undefined, { triggerPrice: stopPrice });
  const stopLimit = await place(market, 'limit', 'sell', 0.1, price, { triggerPrice: stopPrice });
  const { id: named = '' } = await ccxt.createStopOrder(
    market,
    'StopMarket',
    'sell',
    0.1,
    undefined,
    stopPrice,
  );
  const trailing = await place(market, '5', 'sell', 0.1, undefined, {
    TrailingAmount: String(price),
  });
  const postOnly = await place(market, 'limit', 'buy', 0.02, price, { PostOnly: true });
  const shown = await ccxt.fetchOpenOrders(market);
  const shownOrders = shown.map(({ id, type, triggerPrice }) => [id, type, triggerPrice ?? null]);
  expect(shownOrders).toEqual([
    [edited, 'limit', null],
    [stop, 'stopmarket', stopPrice],
    [stopLimit, 'stoplimit', stopPrice],
    [named, 'stopmarket', stopPrice],
    [trailing, 'trailingstopmarket', expect.any(Number)],
    [postOnly, 'limit', null],
  ]);
  const openRows = (await api.call('GetOpenOrders', ask)) as Row[];
  expect(openRows.map((one) => one['OrderId']).reverse()).toEqual(shown.map(({ id }) => id));

  const ioc = await place(market, 'limit', 'buy', 0.02, price, { TimeInForce: 3 });
  expect(await ccxt.fetchOrder(ioc)).toMatchObject({ status: 'canceled', filled: 0 });

  await ccxt.cancelOrder(stop, market);
  expect(await ccxt.fetchOrder(stop)).toMatchObject({ status: 'canceled' });
  await place(market, 'limit', 'buy', 0.02, price, { clientOrderId: 77 });
  await ccxt.cancelOrder('', market, { clientOrderId: 77 });
  const openIds = async () => (await ccxt.fetchOpenOrders()).map(({ id }) => id);
  expect(await openIds()).toEqual([edited, stopLimit, named, trailing, postOnly]);
  // The library misspells the market field of a cancel-all; another market's orders remain.
  await ccxt.cancelAllOrders('BTC/USDT');
  expect(await openIds()).toHaveLength(5);
  await ccxt.cancelAllOrders(market);
  expect(await openIds()).toEqual([]);

  const history = await ccxt.fetchOrders(market, began - 60_000, 50);
  const rows = (await api.call('GetOrdersHistory', { ...ask, Depth: 50 })) as Row[];
  expect(history.map(({ id }) => id)).toEqual(rows.map((one) => one['OrderId']).reverse());
  expect(new Set(history.map(({ status }) => status))).toEqual(new Set(['closed', 'canceled']));
}

test('ccxt streams tickers, trades, candles and books', async () => {
  test.setTimeout(120_000);
  // Nobody else trades here, so the newest trade is the customer's own.
  const quiet = 'ETH/BTC';
  const customer = await createCustomerWithEther(url(), 'ccxtstream', '1');
  const ccxt = await ccxtClient(url(), toCcxtLogin(customer, await createApiKey(customer)));
  // One instance for books and one for the rest, and no filter of candles: faults of the library require both.
  const books = await ccxtStream(url());
  const stream = await ccxtStream(url(), { options: { newUpdates: false } });
  try {
    const opening = await books.watchOrderBook(quiet);
    const best = opening.bids[0]?.[0] ?? 0;
    expect(best).toBeGreaterThan(0);
    expect(opening.asks[0]?.[0]).toBeGreaterThan(best);
    const ticker = await stream.watchTicker(quiet);
    expect(ticker.bid).toBeGreaterThan(0);
    const candles = await stream.watchOHLCV(quiet, '1m');
    const fetched = await ccxt.fetchOHLCV(quiet, '1m', undefined, 100);
    const newest = candles.at(-1);
    expect(fetched.find(([at]) => at === newest?.[0])).toEqual(newest);

    await ccxt.createOrder(quiet, 'market', 'sell', 0.1);
    const [trade] = await ccxt.fetchMyTrades(quiet);
    await expect(async () => {
      const received = await stream.watchTrades(quiet);
      const own = received.find(({ id }) => id === trade?.id);
      expect(own).toMatchObject({ side: 'sell', amount: 0.1, price: trade?.price });
    }).toPass({ timeout: 30_000 });
    let received = ticker;
    while (received.last !== trade?.price) received = await stream.watchTicker(quiet);

    const price = Number((best * 0.9).toFixed(5));
    const amountAt = async () =>
      (await books.watchOrderBook(quiet)).bids.find(([at]) => at === price)?.[1] ?? 0;
    const resting = await ccxt.createOrder(quiet, 'limit', 'buy', 0.0123, price);
    while ((await amountAt()) !== 0.0123);
    await ccxt.cancelOrder(resting.id ?? '', quiet);
    while ((await amountAt()) !== 0);
  } finally {
    await Promise.all([books.close(), stream.close()]);
  }
});
