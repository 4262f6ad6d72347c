import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchFormat, decodeBatch, encodeBatch } from './codec.ts';
import { marketCauses } from './commands.ts';
import type { Command } from './commands.ts';
import type { PlaceLimitOrder } from './order-commands.ts';
import { accountId, instrumentId, lots, minor, ticks, userId } from '../ids.ts';

const id = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.maxSafeInteger());
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 6n }),
  fc.bigInt({ min: -(2n ** 90n), max: 2n ** 90n }),
);
const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const flag = fc.boolean();
const order = {
  type: fc.constant('PlaceOrder'),
  accountId: id,
  userId: id,
  instrumentId: id,
  side: fc.constantFrom('buy', 'sell'),
  clientOrderId: id,
  isQuote: flag,
  quantity: amount,
};

const timeInForce = fc.constantFrom('gtc', 'ioc', 'fok', 'gtd', 'gtx');
const terms = fc.option(shape({ displayQuantity: amount, expiresAt: id, ocoOrderId: id }));
const orders = {
  limit: shape({ ...order, orderType: fc.constant('limit'), timeInForce, price: id, terms }),
  market: shape({
    ...order,
    orderType: fc.constant('market'),
    timeInForce: fc.constantFrom('ioc', 'fok'),
    price: fc.oneof(fc.constant(0), id),
    value: amount,
  }),
  stop: shape({
    ...order,
    orderType: fc.constantFrom('stop_market', 'stop_limit', 'trailing_stop_market', 'trailing_stop_limit'),
    timeInForce,
    price: id,
    terms,
    stop: shape({
      trigger: fc.constantFrom('last', 'bid', 'ask'),
      stopPrice: id,
      trailingAmount: id,
      limitOffset: id,
    }),
  }),
};

const shapes: Record<Exclude<Command['type'], 'PlaceOrder'> | keyof typeof orders, fc.Arbitrary<object>> = {
  DefineProduct: shape({
    productId: id,
    symbol: text,
    name: text,
    kind: fc.constantFrom('crypto', 'fiat'),
    decimals: id,
  }),
  DefineInstrument: shape({
    instrumentId: id,
    symbol: text,
    baseProductId: id,
    quoteProductId: id,
    tickSize: amount,
    lotSize: amount,
    quantityMin: amount,
    notionalMin: amount,
  }),
  DefineFeeSchedule: shape({ instrumentId: id, makerPpm: id, takerPpm: id }),
  DefineLevel: shape({ level: id, dailyLimit: fc.option(amount), monthlyLimit: fc.option(amount) }),
  SetReferencePrice: shape({ productId: id, price: amount }),
  SetInstrumentState: shape({
    instrumentId: id,
    state: fc.constantFrom('running', 'cancel_only', 'paused', 'stopped', 'post_only'),
    cause: fc.constantFrom(...marketCauses),
  }),
  SetProductHalt: shape({ productId: id, halted: flag }),
  SetProviderHalt: shape({ providerId: id, deposits: flag, withdrawals: flag }),
  OpenAccount: shape({ accountId: id, kind: fc.constantFrom('customer', 'house') }),
  SetAccountLevel: shape({ accountId: id, level: id }),
  SetAccountLock: shape({ accountId: id, locked: flag }),
  CreditDeposit: shape({ accountId: id, productId: id, amount, key: text, ticketId: id }),
  TransferFunds: shape({ sourceAccountId: id, targetAccountId: id, productId: id, amount, key: text }),
  HoldWithdrawal: shape({ ticketId: id, accountId: id, productId: id, amount, fee: amount }),
  SettleWithdrawal: shape({ ticketId: id }),
  ReleaseWithdrawal: shape({ ticketId: id }),
  ReturnWithdrawal: shape({ ticketId: id }),
  CancelOrder: shape({ accountId: id, orderId: id }),
  CancelAllOrders: shape({ accountId: id, instrumentId: id }),
  ReplaceOrder: shape({ orderId: id, replacement: fc.oneof(...Object.values(orders)) }),
  ModifyOrder: shape({ accountId: id, orderId: id, quantity: amount }),
  DefineFeeTiers: shape({
    instrumentId: id,
    tiers: fc.array(
      shape({ volumeMin: amount, makerPpm: fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), takerPpm: id }),
      { maxLength: 6 },
    ),
  }),
  AlterInstrument: shape({
    instrumentId: id,
    quantityMin: amount,
    quantityMax: amount,
    notionalMin: amount,
    notionalMax: amount,
    collarPpm: id,
  }),
  SetLimitCollar: shape({ instrumentId: id, collarPpm: id }),
  SetCollars: shape({ instrumentId: id, collarPpm: id, limitCollarPpm: id, until: id }),
  Tick: shape({}),
  SetDayStart: shape({ offsetMinutes: fc.integer({ min: -(10 ** 6), max: 10 ** 6 }) }),
  ReverseDeposit: shape({ key: text }),
  ...orders,
};
const command = fc.oneof(
  ...Object.entries(shapes).map(([type, fields]) =>
    fields.map((values) => ({ type, ...values }) as unknown as Command),
  ),
);

describe('the encoding of commands in the journal', () => {
  test('restores every command exactly, and equal commands give equal bytes', () => {
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 20 }),
        fc.integer({ min: 1, max: 1000 }),
        (commands, engineVersion) => {
          const bytes = encodeBatch({ engineVersion, commands });
          expect(decodeBatch(bytes)).toEqual({ engineVersion, commands });
          expect(encodeBatch(decodeBatch(bytes))).toEqual(bytes);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('never decodes truncated or extended bytes as a batch', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 5 }), fc.nat(), (commands, cut) => {
        const bytes = encodeBatch({ engineVersion: 1, commands });
        expect(() => decodeBatch(bytes.subarray(0, cut % bytes.length))).toThrow();
        expect(() => decodeBatch(new Uint8Array([...bytes, 0]))).toThrow('after the last command');
      }),
    );
  });

  test('decodes the formats of earlier versions', () => {
    for (let format = 1; format < batchFormat; format += 1) {
      const bytes = encodeBatch({ engineVersion: 1, commands: [{ type: 'Tick' }] });
      bytes[0] = format;
      expect(decodeBatch(bytes).commands).toEqual([{ type: 'Tick' }]);
    }
  });

  test('the encoding of numbers of every size, texts and missing values has not changed', () => {
    const commands = [
      { type: 'DefineProduct', productId: 1, symbol: 'BTC', name: 'Peña ₿', kind: 'crypto', decimals: 18 },
      {
        type: 'CreditDeposit',
        accountId: 300,
        productId: 2 ** 31,
        amount: 2n ** 90n,
        key: 'tx:0',
        ticketId: Number.MAX_SAFE_INTEGER,
      },
      { type: 'SetDayStart', offsetMinutes: -300 },
      { type: 'DefineLevel', level: 0, dailyLimit: null, monthlyLimit: 2n ** 28n },
      { type: 'SetReferencePrice', productId: 63, price: -64n },
      {
        type: 'PlaceOrder',
        accountId: 1001,
        userId: 7,
        instrumentId: 3,
        side: 'buy',
        clientOrderId: 2 ** 27,
        isQuote: true,
        quantity: 10n ** 24n,
        orderType: 'trailing_stop_limit',
        timeInForce: 'gtd',
        price: 0x0fff_ffff,
        terms: { displayQuantity: 5n, expiresAt: 1_767_225_600_000, ocoOrderId: 8 },
        stop: { trigger: 'bid', stopPrice: 99, trailingAmount: 4, limitOffset: 0x1000_0000 },
      },
    ] as unknown as readonly Command[];
    const bytes = encodeBatch({ engineVersion: 9, commands });
    expect(Buffer.from(bytes).toString('hex')).toBe(
      '05120c010206425443125065c3b16120e282bf00240bd804808080801080808080808080808080808080010874783a30feffffffffffff1f1bd704' +
        '040000018080808002057e7f15d20f0e06008080808001010303feffffff0180808090b4bbe6ceb7889e0d010a80a0d5edee661001c601088080808002',
    );
    expect(decodeBatch(bytes).commands).toEqual(commands);
  });

  test('the encoding of a market order without a worst price has not changed', () => {
    const market = {
      type: 'PlaceOrder',
      accountId: accountId(1001),
      userId: userId(7),
      instrumentId: instrumentId(3),
      side: 'sell',
      clientOrderId: 9,
      isQuote: false,
      orderType: 'market',
      timeInForce: 'ioc',
      price: ticks(0),
      quantity: lots(5n),
      value: minor(0n),
    } as const satisfies Command;
    const written = encodeBatch({ engineVersion: 3, commands: [market] });
    // Encoded in batch format 3, before market orders could have a price.
    const before = Uint8Array.from(Buffer.from('03060211d20f0e06011200000a00', 'hex'));
    expect(Buffer.from(written.subarray(1)).toString('hex')).toBe(
      Buffer.from(before.subarray(1)).toString('hex'),
    );
    expect(decodeBatch(before).commands).toEqual([market]);
    const priced = { ...market, price: ticks(120) };
    expect(decodeBatch(encodeBatch({ engineVersion: 3, commands: [priced] })).commands).toEqual([priced]);
  });

  test('refuses a newer format with a clear message', () => {
    const bytes = encodeBatch({ engineVersion: 1, commands: [] });
    bytes[0] = batchFormat + 1;
    expect(() => decodeBatch(bytes)).toThrow('written by a newer version of Salar');
  });

  test('refuses what it could not restore exactly', () => {
    const [sample] = fc.sample(orders.limit, 1) as [PlaceLimitOrder];
    const write = (change: object) => () =>
      encodeBatch({ engineVersion: 1, commands: [{ ...sample, ...change }] });
    expect(write({ price: 1.5 })).toThrow('whole number');
    expect(write({ side: 'hold' })).toThrow('not one of');
    expect(write({ type: 'CreditDeposit', productId: 1, amount: 1n, ticketId: 1, key: '\ud800' })).toThrow(
      'well-formed',
    );
  });
});

function shape(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.record(fields);
}
