/**
 * The encoding of each command: its tag, and its fields in order.
 *
 * The journal keeps these bytes forever: never reuse a tag, never reorder fields. A command that needs another
 * field gets a new tag in addition to its old one.
 */
import { marketCauses } from './commands.ts';
import type { Command, FeeTier, SetInstrumentState } from './commands.ts';
import type {
  OrderTerms,
  PlaceLimitOrder,
  PlaceMarketOrder,
  PlaceOrder,
  PlaceStopOrder,
  StopTerms,
} from './order-commands.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import type { ByteWriter } from '../bytes/byte-writer.ts';
import { CodecError } from '../bytes/codec-error.ts';
import { amount, enumValue, flag, id, list, optional, record, text } from './codec-fields.ts';
import type { Field } from './codec-fields.ts';

/** Fields of a command in the order of their bytes; a missing or misspelt one is a type error. */
type Layout<C> = { readonly [K in Exclude<keyof C, 'type'>]: Field<C[K]> };

/** Fields of an order, except the type and what its tag implies. */
type OrderLayout<C extends PlaceOrder, Left extends keyof C> = {
  readonly [K in Exclude<keyof C, 'type' | Left>]: Field<C[K]>;
};

export type CommandLayout = {
  readonly tag: number;
  readonly write: (writer: ByteWriter, command: Command) => void;
  readonly read: (reader: ByteReader) => Command;
};

const side = enumValue('buy', 'sell');
const instrumentState = enumValue('running', 'cancel_only', 'paused', 'stopped', 'post_only');
const timeInForce = enumValue('gtc', 'ioc', 'fok', 'gtd', 'gtx');
const terms = record<OrderTerms>({ displayQuantity: amount(), expiresAt: id(), ocoOrderId: id() });
const stop = record<StopTerms>({
  trigger: enumValue('last', 'bid', 'ask'),
  stopPrice: id(),
  trailingAmount: id(),
  limitOffset: id(),
});
const orderFields = {
  accountId: id<PlaceLimitOrder['accountId']>(),
  userId: id<PlaceLimitOrder['userId']>(),
  instrumentId: id<PlaceLimitOrder['instrumentId']>(),
  side,
  clientOrderId: id<number>(),
  isQuote: flag,
};

/** Any order inside another command: its own tag, then its fields. */
const order: Field<PlaceOrder> = {
  write: (writer, value) => {
    const found = findOrderLayout(value);
    writer.byte(found.tag);
    found.write(writer, value);
  },
  read: (reader) => {
    const tag = reader.byte();
    const found = orderLayouts().find((one) => one.tag === tag);
    if (found === undefined) throw new CodecError(`there is no order with tag ${tag}`);
    return found.read(reader) as PlaceOrder;
  },
};

/** `PlaceOrder` has five layouts, distinguished by tag; see `findOrderLayout`. */
export const layouts = {
  DefineProduct: layout('DefineProduct', 1, {
    productId: id(),
    symbol: text,
    name: text,
    kind: enumValue('crypto', 'fiat'),
    decimals: id(),
  }),
  DefineInstrument: layout('DefineInstrument', 2, {
    instrumentId: id(),
    symbol: text,
    baseProductId: id(),
    quoteProductId: id(),
    tickSize: amount(),
    lotSize: amount(),
    quantityMin: amount(),
    notionalMin: amount(),
  }),
  DefineFeeSchedule: layout('DefineFeeSchedule', 3, { instrumentId: id(), makerPpm: id(), takerPpm: id() }),
  DefineLevel: layout('DefineLevel', 4, {
    level: id(),
    dailyLimit: optional(amount()),
    monthlyLimit: optional(amount()),
  }),
  SetReferencePrice: layout('SetReferencePrice', 5, { productId: id(), price: amount() }),
  /** Without a cause. */
  SetInstrumentState: compile(6, { type: 'SetInstrumentState', cause: 'none' }, {
    instrumentId: id(),
    state: instrumentState,
  } satisfies { [K in Exclude<keyof SetInstrumentState, 'type' | 'cause'>]: unknown }),
  SetProductHalt: layout('SetProductHalt', 7, { productId: id(), halted: flag }),
  OpenAccount: layout('OpenAccount', 8, { accountId: id(), kind: enumValue('customer', 'house') }),
  SetAccountLevel: layout('SetAccountLevel', 9, { accountId: id(), level: id() }),
  SetAccountLock: layout('SetAccountLock', 10, { accountId: id(), locked: flag }),
  CreditDeposit: layout('CreditDeposit', 11, {
    accountId: id(),
    productId: id(),
    amount: amount(),
    key: text,
    ticketId: id(),
  }),
  TransferFunds: layout('TransferFunds', 12, {
    sourceAccountId: id(),
    targetAccountId: id(),
    productId: id(),
    amount: amount(),
    key: text,
  }),
  HoldWithdrawal: layout('HoldWithdrawal', 13, {
    ticketId: id(),
    accountId: id(),
    productId: id(),
    amount: amount(),
    fee: amount(),
  }),
  SettleWithdrawal: layout('SettleWithdrawal', 14, { ticketId: id() }),
  ReleaseWithdrawal: layout('ReleaseWithdrawal', 15, { ticketId: id() }),
  /** Without terms. */
  PlaceLimitOrder: compile(16, { type: 'PlaceOrder', orderType: 'limit', terms: null }, {
    ...orderFields,
    timeInForce,
    price: id(),
    quantity: amount(),
  } satisfies OrderLayout<PlaceLimitOrder, 'orderType' | 'terms'>),
  /** Without a worst price. */
  PlaceMarketOrder: compile(17, { type: 'PlaceOrder', orderType: 'market', price: 0 }, {
    ...orderFields,
    timeInForce: enumValue('ioc', 'fok'),
    quantity: amount(),
    value: amount(),
  } satisfies OrderLayout<PlaceMarketOrder, 'orderType' | 'price'>),
  CancelOrder: layout('CancelOrder', 18, { accountId: id(), orderId: id() }),
  CancelAllOrders: layout('CancelAllOrders', 19, { accountId: id(), instrumentId: id() }),
  PlaceLimitOrderWithTerms: compile(20, { type: 'PlaceOrder', orderType: 'limit' }, {
    ...orderFields,
    timeInForce,
    price: id(),
    quantity: amount(),
    terms,
  } satisfies { [K in keyof OrderLayout<PlaceLimitOrder, 'orderType'>]: unknown }),
  PlaceStopOrder: compile(21, { type: 'PlaceOrder' }, {
    ...orderFields,
    orderType: enumValue('stop_market', 'stop_limit', 'trailing_stop_market', 'trailing_stop_limit'),
    timeInForce,
    price: id(),
    quantity: amount(),
    terms: optional(terms),
    stop,
  } satisfies OrderLayout<PlaceStopOrder, never>),
  ReplaceOrder: layout('ReplaceOrder', 22, { orderId: id(), replacement: order }),
  ModifyOrder: layout('ModifyOrder', 23, { accountId: id(), orderId: id(), quantity: amount() }),
  DefineFeeTiers: layout('DefineFeeTiers', 24, {
    instrumentId: id(),
    tiers: list(record<FeeTier>({ volumeMin: amount(), makerPpm: id(), takerPpm: id() })),
  }),
  AlterInstrument: layout('AlterInstrument', 25, {
    instrumentId: id(),
    quantityMin: amount(),
    quantityMax: amount(),
    notionalMin: amount(),
    notionalMax: amount(),
    collarPpm: id(),
  }),
  Tick: layout('Tick', 26, {}),
  SetDayStart: layout('SetDayStart', 27, { offsetMinutes: id() }),
  ReverseDeposit: layout('ReverseDeposit', 28, { key: text }),
  PlaceMarketOrderWithPrice: compile(29, { type: 'PlaceOrder', orderType: 'market' }, {
    ...orderFields,
    timeInForce: enumValue('ioc', 'fok'),
    price: id(),
    quantity: amount(),
    value: amount(),
  } satisfies OrderLayout<PlaceMarketOrder, 'orderType'>),
  ReturnWithdrawal: layout('ReturnWithdrawal', 30, { ticketId: id() }),
  SetLimitCollar: layout('SetLimitCollar', 31, { instrumentId: id(), collarPpm: id() }),
  SetInstrumentStateWithCause: layout('SetInstrumentState', 32, {
    instrumentId: id(),
    state: instrumentState,
    cause: enumValue(...marketCauses),
  }),
  SetCollars: layout('SetCollars', 33, {
    instrumentId: id(),
    collarPpm: id(),
    limitCollarPpm: id(),
    until: id(),
  }),
  SetProviderHalt: layout('SetProviderHalt', 34, { providerId: id(), deposits: flag, withdrawals: flag }),
} as const;

/** Returns the layout in which an order is encoded. */
export function findOrderLayout(order: PlaceOrder): CommandLayout {
  if (order.orderType === 'market') {
    return order.price === 0 ? layouts.PlaceMarketOrder : layouts.PlaceMarketOrderWithPrice;
  }
  if (order.orderType !== 'limit') return layouts.PlaceStopOrder;
  return order.terms === null ? layouts.PlaceLimitOrder : layouts.PlaceLimitOrderWithTerms;
}

function orderLayouts(): readonly CommandLayout[] {
  return [
    layouts.PlaceLimitOrder,
    layouts.PlaceMarketOrder,
    layouts.PlaceLimitOrderWithTerms,
    layouts.PlaceStopOrder,
    layouts.PlaceMarketOrderWithPrice,
  ];
}

function layout<T extends Exclude<Command['type'], 'PlaceOrder'>>(
  type: T,
  tag: number,
  fields: Layout<Extract<Command, { type: T }>>,
): CommandLayout {
  return compile(tag, { type }, fields);
}

function compile(
  tag: number,
  constants: Readonly<Record<string, string | number | null>>,
  fields: object,
): CommandLayout {
  const names = Object.keys(fields);
  const parts = Object.values(fields) as Field<unknown>[];
  // Every decoded command starts as a copy of this object, so that all commands of a type have one hidden class: many
  // times as fast.
  const blank = { ...constants, ...Object.fromEntries(names.map((name) => [name, null])) };
  return {
    tag,
    write: (writer, command) => {
      const values = command as unknown as Readonly<Record<string, unknown>>;
      for (let i = 0; i < names.length; i += 1) parts[i]?.write(writer, values[names[i] as string]);
    },
    read: (reader) => {
      const values: Record<string, unknown> = { ...blank };
      for (let i = 0; i < names.length; i += 1) values[names[i] as string] = parts[i]?.read(reader);
      return values as unknown as Command;
    },
  };
}
