import type { Level1 } from '@salar/client/generated/calls';
import { WireRow } from '../wire/wire-row.ts';
import type { WireValue } from '@salar/client/lossless-json';

/** Best prices, the last trade and the daily figures of an instrument. Decimal text; `'0'` where a value is missing. */
export type Quote = {
  readonly instrumentId: number;
  readonly bestBid: string;
  readonly bestOffer: string;
  readonly lastPrice: string;
  /** Times of the last trade and of these figures, in milliseconds; 0 when the row has none. */
  readonly lastTradedAt: number;
  readonly at: number;
  /** Within the UTC day. */
  readonly high: string;
  readonly low: string;
  /** Over 24 hours, in the base product and in the quote product. */
  readonly volume: string;
  readonly turnover: string;
  /** Percent over 24 hours. */
  readonly change: string;
};

export function readQuote(value: WireValue): Quote {
  const row = new WireRow<Level1>(value);
  return {
    instrumentId: row.integer('InstrumentId'),
    bestBid: row.decimalOr('BestBid', '0'),
    bestOffer: row.decimalOr('BestOffer', '0'),
    lastPrice: row.decimalOr('LastTradedPx', '0'),
    lastTradedAt: row.integerOr('LastTradeTime', 0),
    at: Number(row.textOr('TimeStamp', '0')),
    high: row.decimalOr('SessionHigh', '0'),
    low: row.decimalOr('SessionLow', '0'),
    volume: row.decimalOr('Rolling24HrVolume', '0'),
    turnover: row.decimalOr('Rolling24HrNotional', '0'),
    change: row.decimalOr('Rolling24HrPxChangePercent', '0'),
  };
}
