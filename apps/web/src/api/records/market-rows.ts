/** Market data as the wire writes it: rows of numbers, whose meaning goes by place. Amounts are decimal text. */
import { readFields } from '../wire/wire-list.ts';
import type { WireValue } from '@salar/client/lossless-json';

export type MarketSide = 'buy' | 'sell';

/** What stands at one price of a book from now on; nothing when the quantity is zero. */
export type LevelChange = {
  readonly side: MarketSide;
  readonly price: string;
  readonly quantity: string;
  readonly orders: number;
};

/** A trade as everybody sees it. */
export type PublicTrade = {
  readonly tradeId: number;
  readonly quantity: string;
  readonly price: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** Who came and took: a buyer lifts offers, a seller hits bids. */
  readonly takerSide: MarketSide;
};

/** One interval of a chart. */
export type Candle = {
  /** Milliseconds since 1970, UTC. */
  readonly begin: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  /** Of the base product. */
  readonly volume: string;
};

const levelFields = [
  'updateId',
  'accounts',
  'at',
  'action',
  'lastPrice',
  'orders',
  'price',
  'instrumentId',
  'quantity',
  'side',
] as const;
const tradeFields = [
  'tradeId',
  'instrumentId',
  'quantity',
  'price',
  'order1',
  'order2',
  'at',
  'direction',
  'takerSide',
] as const;
const candleFields = [
  'end',
  'high',
  'low',
  'open',
  'close',
  'volume',
  'bid',
  'ask',
  'instrumentId',
  'begin',
] as const;
const deleted = 2;

export function readLevelChange(value: WireValue): LevelChange {
  const row = readFields(value, levelFields);
  return {
    side: sideOf(row.integer('side')),
    price: row.decimal('price'),
    quantity: row.integer('action') === deleted ? '0' : row.decimal('quantity'),
    orders: row.integer('orders'),
  };
}

export function readPublicTrade(value: WireValue): PublicTrade {
  const row = readFields(value, tradeFields);
  return {
    tradeId: row.integer('tradeId'),
    quantity: row.decimal('quantity'),
    price: row.decimal('price'),
    at: row.integer('at'),
    takerSide: sideOf(row.integer('takerSide')),
  };
}

export function readCandle(value: WireValue): Candle {
  const row = readFields(value, candleFields);
  return {
    begin: row.integer('begin'),
    open: row.decimal('open'),
    high: row.decimal('high'),
    low: row.decimal('low'),
    close: row.decimal('close'),
    volume: row.decimal('volume'),
  };
}

function sideOf(code: number): MarketSide {
  return code === 0 ? 'buy' : 'sell';
}
