/**
 * Values that clients of the family read, call by call. Keys, formats and errors of all calls are in the tables
 * beside.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseAccounts } from '@salar/protocol';
import { findCall } from '../../src/gateway/calls/registry.ts';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';
import { addKey, signHeaders } from '../support/test-keys.ts';

type Row = Readonly<Record<string, unknown>>;

let world: GatewayWorld;
let maria: Customer;
let joao: Customer;
/** Maria's order that rested and was filled in two parts. */
let resting: number;
/** The times of the trades. */
let at: number;

const order = { OMSId: 1, InstrumentId: 1, Side: 'Buy', OrderType: 'Limit', TimeInForce: 1 };
const send = async (who: Customer, more: Row) =>
  (await who.call('SendOrder', { ...order, ...more })).json()['OrderId'] as number;

beforeAll(async () => {
  world = await openGatewayWorld();
  maria = await world.customer({ level: 1 });
  joao = await world.customer({ level: 1 });
  await world.fund(maria, 'USDT', 100_000_000_000n);
  await world.fund(joao, 'BTC', 1_000_000_000n);
  at = world.clock.now;
  const first = await send(maria, { LimitPrice: '39900', Quantity: '0.01' });
  await send(joao, { Side: 'Sell', LimitPrice: '39900', Quantity: '0.01' });
  resting = await send(maria, { LimitPrice: '40000', Quantity: '0.1', ClientOrderId: 77001 });
  expect(first).toBeLessThan(resting);
  await send(joao, { Side: 'Sell', LimitPrice: '40000', Quantity: '0.06' });
  await send(joao, { Side: 'Sell', LimitPrice: '40000', Quantity: '0.01' });
  await send(joao, { Side: 'Sell', LimitPrice: '41000', Quantity: '0.5' });
});
afterAll(() => world.close());

const ask = async (name: string, input: Row = {}): Promise<unknown> =>
  JSON.parse((await world.call(name, input)).text);
const asMaria = async (name: string, input: Row = {}): Promise<unknown> =>
  JSON.parse((await maria.call(name, input)).text);

test('GetTradesHistory returns one side of each trade, newest first, with every key', async () => {
  const rows = (await asMaria('GetTradesHistory', { OMSId: 1, AccountId: maria.accountId })) as Row[];
  expect(rows.map(({ Quantity }) => Quantity)).toEqual([0.01, 0.06, 0.01]);
  const [newest, middle, oldest] = rows;
  const tradeId = middle?.['TradeId'] as number;
  expect(middle).toStrictEqual({
    OMSId: 1,
    ExecutionId: tradeId * 2 - 1,
    TradeId: tradeId,
    OrderId: resting,
    AccountId: maria.accountId,
    AccountName: maria.userName,
    SubAccountId: 0,
    ClientOrderId: 77001,
    InstrumentId: 1,
    Side: 'Buy',
    OrderType: 'Limit',
    Quantity: 0.06,
    RemainingQuantity: 0.04,
    Price: 40000,
    Value: 2400,
    CounterParty: String(houseAccounts.rounding),
    OrderTradeRevision: 1,
    Direction: 'UpTick',
    IsBlockTrade: false,
    Fee: 0.00006,
    FeeProductId: 1,
    OrderOriginator: maria.userId,
    UserName: maria.userName,
    TradeTimeMS: at,
    MakerTaker: 'Maker',
    AdapterTradeId: 0,
    InsideBid: 0,
    InsideBidSize: 0,
    InsideAsk: 0,
    InsideAskSize: 0,
    IsQuote: false,
    CounterPartyClientUserId: 1,
    NotionalProductId: 5,
    NotionalRate: 4000,
    NotionalValue: 9_600_000,
    NotionalHoldAmount: 0,
    TradeTime: Number(BigInt(at) * 10_000n + 621_355_968_000_000_000n),
    TradeFlag: '0',
  });
  expect(newest).toMatchObject({ Direction: 'NoChange', RemainingQuantity: 0.03 });
  expect(oldest).toMatchObject({ Direction: 'NoChange', Price: 39900 });
  const [taken] = (await joao.call('GetAccountTrades')).json() as unknown as Row[];
  expect(taken).toMatchObject({ Side: 'Sell', MakerTaker: 'Taker', FeeProductId: 3, Fee: 0.8 });
  expect(taken?.['ExecutionId']).toBe((taken?.['TradeId'] as number) * 2);
});

test('trades are filtered and paged by every name that clients use', async () => {
  const quantities = async (input: Row) =>
    ((await asMaria('GetTradesHistory', input)) as Row[]).map(({ Quantity }) => Quantity);
  const [{ TradeId, ExecutionId } = {} as Row] = (await asMaria('GetTradesHistory')) as Row[];
  expect(await quantities({ orderId: String(resting), InstrumentId: 1, UserId: maria.userId })).toEqual([
    0.01, 0.06,
  ]);
  expect(await quantities({ InstrumentId: 2 })).toEqual([]);
  expect(await quantities({ TradeId })).toEqual([0.01]);
  expect(await quantities({ ExecutionId })).toEqual([0.01]);
  expect(await quantities({ ExecutionId: (ExecutionId as number) + 1 })).toEqual([]);
  expect(await quantities({ TradeId, ExecutionId: 1 })).toEqual([]);
  for (const name of ['Depth', 'Limit', 'Count'])
    expect(await quantities({ [name]: 1, StartIndex: 1 })).toEqual([0.06]);
  const seconds = Math.floor(at / 1000);
  expect(await quantities({ StartTimeStamp: seconds, EndTimestamp: at })).toHaveLength(3);
  expect(await quantities({ StartTimeStamp: seconds + 1 })).toEqual([]);
  expect(await quantities({ EndTimeStamp: seconds - 1 })).toEqual([]);
});

test("histories of orders have the limit of the call's name", async () => {
  expect(findCall('GetOrderHistory')).toBe(findCall('GetOrdersHistory'));
  const rows = (await asMaria('GetOrdersHistory', { Depth: 1 })) as Row[];
  expect(rows).toMatchObject([{ OrderId: resting, OrderState: 'Working' }]);
});

/** Public calls: the request, and the complete answer. */
const markets = { OMSId: 1 };
test.each([
  ['GetOMSs', { OperatorId: 1 }, [{ OMSId: 1, OMSName: 'Salar' }]],
  [
    'GetEnums',
    {},
    [
      {
        Class: 'Order',
        Property: 'OrderState',
        Enums: ['Working', 'Rejected', 'Canceled', 'Expired', 'FullyExecuted'].map((Name, place) => ({
          Name,
          Description: expect.any(String) as unknown,
          Number: place + 1,
        })),
      },
    ],
  ],
  ['HealthCheck', {}, generic(/^running: \d+\.\d+\.\d+$/)],
  ['GetOMSVersion', {}, generic(/^\d+\.\d+\.\d+$/)],
  [
    'GetLevel1SummaryMin',
    { ...markets, InstrumentIds: '[1,99]' },
    [[1, 'BTCUSDT', 40000, expect.any(Number), expect.any(Number), 0.08]],
  ],
  [
    'GetLevel1SummaryMin',
    { InstrumentIds: [1] },
    [[1, 'BTCUSDT', 40000, expect.any(Number), expect.any(Number), 0.08]],
  ],
  [
    'Summary',
    {},
    expect.arrayContaining([
      {
        trading_pairs: 'BTC_USDT',
        last_price: 40000,
        lowest_ask: 41000,
        highest_bid: 40000,
        base_volume: 0.08,
        quote_volume: 3199,
        price_change_percent_24h: expect.any(Number) as unknown,
        highest_price_24h: 40000,
        lowest_price_24h: 39900,
      },
    ]),
  ],
  [
    'Ticker',
    {},
    expect.objectContaining({
      BTC_USDT: { base_id: 1, quote_id: 825, last_price: 40000, base_volume: 0.08, quote_volume: 3199 },
    }),
  ],
  [
    'Assets',
    {},
    expect.arrayContaining([
      { name: 'Bitcoin', unified_cryptoasset_id: 1, min_withdraw: expect.any(Number) as unknown },
    ]),
  ],
  [
    'OrderBook',
    { Market_Pair: 'BTC_USDT' },
    { timestamp: expect.any(Number), bids: [[0.03, 40000]], asks: [[0.5, 41000]] },
  ],
  [
    'orderbook',
    { market_pair: 'btcusdt', level: '2', depth: '5' },
    { timestamp: expect.any(Number), bids: [[0.03, 40000]], asks: [[0.5, 41000]] },
  ],
  ['OrderBook', {}, refusal(100, 'Invalid Request', 'Market_Pair is Required')],
  ['OrderBook', { Market_Pair: 'BTCUSDT', Level: 3 }, refusal(100, 'Invalid Request', 'Invalid Level')],
  ['OrderBook', { Market_Pair: 'BTC_EUR' }, refusal(104, 'Resource Not Found')],
  ['trades', { market_pair: 'BTC_EUR' }, refusal(104, 'Resource Not Found')],
  ['GetInstrumentAttributes', { InstrumentId: 1 }, refusal(100, 'Invalid Request', 'OMSId is Required')],
  ['GetInstrumentAttributes', { OMSId: 1, InstrumentId: 99 }, []],
  ['GetOmsFeeTiers', { InstrumentId: 99 }, []],
  ['GetTransfers', {}, 'NOT AUTHORIZED'],
  ['SubmitBlockTrade', {}, 'NOT AUTHORIZED'],
  ['OAuthLogout', {}, refusal(106, 'Operation Not Supported')],
] as readonly (readonly [string, Row, unknown])[])('%s %j', async (name, input, answer) => {
  const reply = await world.call(name, input);
  expect(answer === 'NOT AUTHORIZED' ? reply.text : JSON.parse(reply.text)).toEqual(answer);
});

test('trades for listing sites: the newest, in chronological order', async () => {
  const rows = (await ask('trades', { market_pair: 'BTC_USDT' })) as Row[];
  expect(rows.map(({ base_volume }) => base_volume)).toEqual([0.01, 0.06, 0.01]);
  expect(rows[1]).toStrictEqual({
    trade_id: expect.any(Number) as unknown,
    price: 40000,
    base_volume: 0.06,
    quote_volume: 2400,
    timestamp: new Date(at).toISOString(),
    type: 'sell',
  });
});

// covers: calls.18
test('every fee tier has its own number, and the account has the number of its tier', async () => {
  const tiers = (await ask('GetOmsFeeTiers', { OMSId: 1, InstrumentId: 1 })) as Row[];
  expect(tiers[0]).toStrictEqual({
    OMSId: 1,
    AccountId: 0,
    InstrumentId: 1,
    OrderType: 'Unknown',
    FeeId: 1000,
    FeeAmt: 0.001,
    FeeCalcType: 'Percentage',
    FeeType: 'MakerFee',
    LadderThreshold: 0,
    LadderSeconds: 2_592_000,
    IsActive: true,
  });
  const all = (await ask('GetOmsFeeTiers')) as Row[];
  expect(new Set(all.map(({ FeeId }) => FeeId)).size).toBe(all.length);
  const own = (await asMaria('GetAccountFees')) as Row[];
  expect(all.map(({ FeeId }) => FeeId)).toEqual(expect.arrayContaining(own.map(({ FeeId }) => FeeId)));
});

// covers: calls.3
test('order limits beyond the fields of an instrument', async () => {
  const rows = (await ask('GetInstrumentAttributes', { OMSId: 1 })) as Row[];
  for (const row of rows)
    expect(row).toStrictEqual({
      OMSId: 1,
      InstrumentId: expect.any(Number) as unknown,
      KeyName: expect.stringMatching(/^(?:MaximumQuantity|MinimumValue|MaximumValue)$/) as unknown,
      KeyValue: expect.stringMatching(/^\d+(?:\.\d+)?$/) as unknown,
    });
  expect(rows.length).toBeGreaterThan(0);
});

test('the ledgers of deposits and of withdrawals are parts of the whole ledger', async () => {
  const all = (await asMaria('GetAccountTransactions')) as Row[];
  expect(all.length).toBeGreaterThan(3);
  for (const [name, reference] of [
    ['GetAccountDepositTransactions', 'Deposit'],
    ['GetAccountWithdrawTransactions', 'Withdraw'],
  ] as const)
    expect(await asMaria(name, { OMSId: 1, AccountId: maria.accountId })).toEqual(
      all.filter(({ ReferenceType }) => ReferenceType === reference),
    );
  const fees = all.filter(({ TransactionType }) => TransactionType === 'Fee');
  for (const TransactionTypes of [['Fee'], [1], '["Fee"]'])
    expect(await asMaria('GetAccountTransactions', { TransactionTypes })).toEqual(fees);
  expect(await asMaria('GetAccountTransactions', { TransactionReferenceTypes: ['AirDrop'] })).toEqual([]);
  const ReferenceId = fees[0]?.['ReferenceId'];
  expect(await asMaria('GetAccountTransactions', { ReferenceId })).toEqual(
    all.filter((row) => row['ReferenceId'] === ReferenceId),
  );
});

test('limits of trading by level: none', async () => {
  const { Instruments, ...level } = (await asMaria('GetInstrumentVerificationLevelConfig')) as {
    Instruments: Row[];
  };
  expect(level).toEqual({ Level: 1, LevelName: 'Level 1', OMSId: 1 });
  expect(Instruments[0]).toStrictEqual({
    VerificationLevel: 1,
    VerificationLevelName: 'Level 1',
    OMSId: 1,
    InstrumentId: 1,
    InstrumentName: 'BTCUSDT',
    DailyBuyLimit: -1,
    DailySellLimit: -1,
    MonthlyBuyLimit: -1,
    MonthlySellLimit: -1,
    NotionalProductId: 5,
    DailyNotionalLimit: -1,
    MonthlyNotionalLimit: -1,
    YearlyNotionalLimit: -1,
  });
});

// covers: deposit.16
test('deposit providers as a bare list, and the products that can be moved', async () => {
  const { TemplateTypes } = (await asMaria('GetDepositTemplateTypes', { ProductId: 3 })) as {
    TemplateTypes: unknown;
  };
  expect(await asMaria('GetDepositProviders', { OMSId: 1, ProductId: 3 })).toEqual(TemplateTypes);
  expect(await asMaria('GetTreasuryProductsForAccount', { OMSId: 1 })).toContain('USDT');
});

test('one entry of the user config by its key; a missing key is error 102', async () => {
  await maria.call('SetUserConfig', { Config: [{ Key: 'Language', Value: 'ES' }] });
  expect(await asMaria('GetUnredactedUserConfigByKey', { Key: 'Language' })).toEqual({
    Key: 'Language',
    Value: 'ES',
  });
  expect(await asMaria('GetUnredactedUserConfigByKey', { Key: 'Theme' })).toMatchObject({
    result: false,
    errorcode: 102,
  });
});

test('SetUserInfo returns the user and changes neither name nor address', async () => {
  const info = (await asMaria('GetUserInfo')) as Row;
  const { UserId, UserName, Email } = info;
  expect(await asMaria('SetUserInfo', { UserId, UserName, Email })).toEqual(info);
  for (const change of [{ Email: 'other@example.com' }, { UserName: 'other' }])
    expect(await asMaria('SetUserInfo', change)).toEqual(refusal(106, 'Operation Not Supported'));
  expect(await asMaria('GetUserInfo')).toEqual(info);
});

test('a call that is not offered is error 106 for authorised callers only', async () => {
  const reader = signHeaders(await addKey(maria, ['AccountReadOnly']), maria);
  const notSupported = refusal(106, 'Operation Not Supported');
  for (const name of ['CreateQuote', 'TransferFunds', 'CreateDepositTicket', 'EnableYubico2FA']) {
    expect(await asMaria(name), name).toEqual(notSupported);
    expect((await world.call(name)).status, name).toBe(401);
    expect((await world.call(name, {}, reader)).json(), name).toMatchObject({ errorcode: 20 });
    expect(await asMaria(name, { AccountId: joao.accountId })).toMatchObject({ errorcode: 20 });
  }
  expect((await world.call('GetAccountConfig', {}, reader)).json()).toEqual(notSupported);
});

test('a customer cannot create a deposit ticket', async () => {
  const before = await asMaria('GetAccountPositions');
  const ticket = { AssetId: 1, Amount: 100, DepositInfo: '{}', Status: 'FullyProcessed' };
  expect(await asMaria('CreateDepositTicket', ticket)).toEqual(refusal(106, 'Operation Not Supported'));
  expect(await asMaria('GetDepositTickets')).toEqual([]);
  expect(await asMaria('GetAccountPositions')).toEqual(before);
});

function generic(detail: RegExp) {
  return {
    result: true,
    errormsg: null,
    errorcode: 0,
    detail: expect.stringMatching(detail) as unknown,
  };
}

function refusal(errorcode: number, errormsg: string, detail: string | null = null) {
  return { result: false, errormsg, errorcode, detail };
}
