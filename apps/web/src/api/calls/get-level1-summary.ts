import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import type { WireValue } from '@salar/client/lossless-json';
import { parseLossless } from '@salar/client/lossless-json';
import { WireRow, WireShapeError } from '../wire/wire-row.ts';

/** Best prices and the last trade of one instrument. Decimal text; `'0'` where there is none. */
export type MarketPrice = {
  readonly instrumentId: number;
  readonly lastTraded: string;
  readonly bestBid: string;
  readonly bestOffer: string;
  /** Percent over 24 hours: `'2.5'` means 2.5 %. */
  readonly change24h: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getLevel1Summary: build.query<MarketPrice[], void>({
      query: () => omsCall('GetLevel1Summary'),
      transformResponse: (answer) => readMarketPrices(answer),
      providesTags: ['Instruments'],
    }),
  }),
});

export const { useGetLevel1SummaryQuery } = injected;

/** Items are JSON texts inside JSON. Anything unexpected is logged and gives an empty list (product spec, section 8). */
export function readMarketPrices(answer: WireValue): MarketPrice[] {
  try {
    if (!Array.isArray(answer)) throw new WireShapeError('the market summary is not a list');
    return answer.map(readSummaryItem);
  } catch (problem) {
    console.warn('The market summary could not be read.', problem);
    return [];
  }
}

function readSummaryItem(item: WireValue): MarketPrice {
  if (typeof item !== 'string') throw new WireShapeError('an item of the market summary is not a text');
  return readMarketPrice(new WireRow(parseLossless(item)));
}

/** Of a Level1 row. */
export function readMarketPrice(row: WireRow): MarketPrice {
  return {
    instrumentId: row.integer('InstrumentId'),
    lastTraded: row.decimalOr('LastTradedPx', '0'),
    bestBid: row.decimalOr('BestBid', '0'),
    bestOffer: row.decimalOr('BestOffer', '0'),
    change24h: row.decimalOr('Rolling24HrPxChangePercent', '0'),
  };
}
