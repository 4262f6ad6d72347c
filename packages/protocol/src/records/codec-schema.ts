/**
 * How each command is written: its tag, and its fields in their order.
 *
 * The journal keeps these bytes for ever: never reuse a tag, never reorder fields. A command that needs another field
 * gets a new tag beside its old one.
 */
import type { Command, PlaceLimitOrder, PlaceMarketOrder } from './commands.ts';
import { CodecError } from './codec-bytes.ts';
import type { ByteReader, ByteWriter } from './codec-bytes.ts';

type Field<T> = {
  readonly write: (writer: ByteWriter, value: T) => void;
  readonly read: (reader: ByteReader) => T;
};

/** Fields of a command in the order of their bytes; a missing or misspelt one is a type error. */
type Layout<C> = { readonly [K in Exclude<keyof C, 'type' | 'orderType'>]: Field<C[K]> };

export type CommandLayout = {
  readonly tag: number;
  readonly write: (writer: ByteWriter, command: Command) => void;
  readonly read: (reader: ByteReader) => Command;
};

const id = <T extends number>(): Field<T> => ({
  write: (writer, value) => writer.integer(value),
  read: (reader) => reader.integer() as T,
});
const amount = <T extends bigint>(): Field<T> => ({
  write: (writer, value) => writer.bigint(value),
  read: (reader) => reader.bigint() as T,
});
const text: Field<string> = {
  write: (writer, value) => writer.text(value),
  read: (reader) => reader.text(),
};
const flag: Field<boolean> = {
  write: (writer, value) => writer.byte(value ? 1 : 0),
  read: (reader) => {
    const byte = reader.byte();
    if (byte > 1) throw new CodecError(`${byte} is not a flag`);
    return byte === 1;
  },
};
const word = <const W extends readonly string[]>(...words: W): Field<W[number]> => ({
  write: (writer, value) => {
    const index = words.indexOf(value);
    if (index < 0) throw new CodecError(`${value} is not one of ${words.join(', ')}`);
    writer.byte(index);
  },
  read: (reader) => {
    const index = reader.byte();
    const found = words[index];
    if (found === undefined) throw new CodecError(`${index} stands for none of ${words.join(', ')}`);
    return found;
  },
});
const optional = <T>(field: Field<T>): Field<T | null> => ({
  write: (writer, value) => {
    flag.write(writer, value !== null);
    if (value !== null) field.write(writer, value);
  },
  read: (reader) => (flag.read(reader) ? field.read(reader) : null),
});

const side = word('buy', 'sell');
const orderFields = {
  accountId: id<PlaceLimitOrder['accountId']>(),
  userId: id<PlaceLimitOrder['userId']>(),
  instrumentId: id<PlaceLimitOrder['instrumentId']>(),
  side,
  clientOrderId: id<number>(),
  isQuote: flag,
};

/** `PlaceOrder` has one layout for limit and one for market orders, told apart by tag. */
export const layouts = {
  DefineProduct: layout('DefineProduct', 1, {
    productId: id(),
    symbol: text,
    name: text,
    kind: word('crypto', 'fiat'),
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
  SetInstrumentState: layout('SetInstrumentState', 6, {
    instrumentId: id(),
    state: word('running', 'cancel_only', 'halted'),
  }),
  SetProductHalt: layout('SetProductHalt', 7, { productId: id(), halted: flag }),
  OpenAccount: layout('OpenAccount', 8, { accountId: id(), kind: word('customer', 'house') }),
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
  PlaceLimitOrder: orderLayout<PlaceLimitOrder>('limit', 16, {
    ...orderFields,
    timeInForce: word('gtc', 'ioc', 'fok'),
    price: id(),
    quantity: amount(),
  }),
  PlaceMarketOrder: orderLayout<PlaceMarketOrder>('market', 17, {
    ...orderFields,
    timeInForce: word('ioc', 'fok'),
    quantity: amount(),
    value: amount(),
  }),
  CancelOrder: layout('CancelOrder', 18, { accountId: id(), orderId: id() }),
  CancelAllOrders: layout('CancelAllOrders', 19, { accountId: id(), instrumentId: id() }),
} as const;

function layout<T extends Exclude<Command['type'], 'PlaceOrder'>>(
  type: T,
  tag: number,
  fields: Layout<Extract<Command, { type: T }>>,
): CommandLayout {
  return compile(tag, { type }, fields);
}

function orderLayout<C extends PlaceLimitOrder | PlaceMarketOrder>(
  orderType: C['orderType'],
  tag: number,
  fields: Layout<C>,
): CommandLayout {
  return compile(tag, { type: 'PlaceOrder', orderType }, fields);
}

function compile(tag: number, constants: Readonly<Record<string, string>>, fields: object): CommandLayout {
  const names = Object.keys(fields);
  const parts = Object.values(fields) as Field<unknown>[];
  // Every command read starts as a copy of this, so that all of one type have one shape: many times as fast.
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
