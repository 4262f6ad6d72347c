/**
 * Market data in its wire format: rows of numbers whose meaning depends on their position. Amounts are decimal text.
 */
import type { Level2Row, PublicTradeRow, TickerRow } from '@salar/client/generated/calls';
import { level2RowReading, publicTradeRowReading, tickerRowReading } from '@salar/client/generated/calls';
import { readPlaces } from '../wire/wire-list.ts';
import type { Wire } from '../wire/wire-row.ts';

export type MarketSide = 'buy' | 'sell';

/** The new total at one price of the book; a quantity of zero removes the price. */
export type LevelChange = {
  readonly side: MarketSide;
  readonly price: string;
  readonly quantity: string;
  readonly orders: number;
};

/** A public trade. */
export type PublicTrade = {
  readonly tradeId: number;
  readonly quantity: string;
  readonly price: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** The aggressor's side: a buyer lifts offers, a seller hits bids. */
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
  /** Traded quantity of the base product. */
  readonly volume: string;
};

const deleted = 2;

export function readLevelChange(answer: Wire<Level2Row>): LevelChange {
  const row = readPlaces(answer, level2RowReading);
  return {
    side: toMarketSide(row.integer('Side')),
    price: row.decimal('Price'),
    quantity: row.integer('ActionType') === deleted ? '0' : row.decimal('Quantity'),
    orders: row.integer('OrderCount'),
  };
}

export function readPublicTrade(answer: Wire<PublicTradeRow>): PublicTrade {
  const row = readPlaces(answer, publicTradeRowReading);
  return {
    tradeId: row.integer('TradeId'),
    quantity: row.decimal('Quantity'),
    price: row.decimal('Price'),
    at: row.integer('TradeTime'),
    takerSide: toMarketSide(row.integer('TakerSide')),
  };
}

export function readCandle(answer: Wire<TickerRow>): Candle {
  const row = readPlaces(answer, tickerRowReading);
  return {
    begin: row.integer('BeginDateTime'),
    open: row.decimal('Open'),
    high: row.decimal('High'),
    low: row.decimal('Low'),
    close: row.decimal('Close'),
    volume: row.decimal('Volume'),
  };
}

function toMarketSide(code: number): MarketSide {
  return code === 0 ? 'buy' : 'sell';
}
