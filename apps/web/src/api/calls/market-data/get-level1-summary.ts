import type { Level1 } from '@salar/client/generated/calls';
import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import type { WireValue } from '@salar/client/lossless-json';
import { parseLossless } from '@salar/client/lossless-json';
import { readTexts, WireRow } from '../../wire/wire-row.ts';

/** Best prices and the last trade of one instrument. Decimal text; `'0'` where a value is missing. */
export type MarketPrice = {
  readonly instrumentId: number;
  readonly lastTraded: string;
  readonly bestBid: string;
  readonly bestOffer: string;
  /** Times of the last trade and of this row, in milliseconds; 0 when the row has none. */
  readonly lastTradedAt: number;
  readonly at: number;
  /** Percent over 24 hours: `'2.5'` means 2.5 %. */
  readonly change24h: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getLevel1Summary: build.query<MarketPrice[], void>({
      ...omsCall('GetLevel1Summary', null, readMarketPrices),
      providesTags: ['Instruments'],
    }),
  }),
});

export const { useGetLevel1SummaryQuery } = injected;

/**
 * Rows are JSON texts inside JSON. An unexpected shape is logged and returns an empty list (product spec, section 8).
 */
export function readMarketPrices(answer: AnswerOf<'GetLevel1Summary'> | WireValue): MarketPrice[] {
  try {
    return readTexts(answer).map((text) => readMarketPrice(new WireRow<Level1>(parseLossless(text))));
  } catch (problem) {
    console.warn('The market summary could not be read.', problem);
    return [];
  }
}

/** Reads a Level1 row. */
export function readMarketPrice(row: WireRow<Level1>): MarketPrice {
  return {
    instrumentId: row.integer('InstrumentId'),
    lastTraded: row.decimalOr('LastTradedPx', '0'),
    bestBid: row.decimalOr('BestBid', '0'),
    bestOffer: row.decimalOr('BestOffer', '0'),
    lastTradedAt: row.integerOr('LastTradeTime', 0),
    at: Number(row.textOr('TimeStamp', '0')),
    change24h: row.decimalOr('Rolling24HrPxChangePercent', '0'),
  };
}
