import type { Level1 } from '@salar/client/generated/calls';
import { WireRow } from '../wire/wire-row.ts';
import type { WireValue } from '@salar/client/lossless-json';

/** Best prices, the last trade and the figures of an instrument. Decimal text; `'0'` where there is none. */
export type Quote = {
  readonly instrumentId: number;
  readonly bestBid: string;
  readonly bestOffer: string;
  readonly lastPrice: string;
  /** Time of the last trade and of these figures, in milliseconds; 0 when the row does not say. */
  readonly lastTradedAt: number;
  readonly at: number;
  /** Of the UTC day. */
  readonly high: string;
  readonly low: string;
  /** Over 24 hours, of the base and of the quote product. */
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
