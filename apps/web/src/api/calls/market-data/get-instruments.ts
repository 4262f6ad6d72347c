import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { RowOf } from '../../request.ts';
import { readEachRow } from '../../wire/wire-row.ts';

/** A trading pair. Product 1 is the base, product 2 the quote; increments are decimal text. */
export type Instrument = {
  readonly instrumentId: number;
  readonly symbol: string;
  readonly baseId: number;
  readonly baseSymbol: string;
  readonly quoteId: number;
  readonly quoteSymbol: string;
  readonly quantityIncrement: string;
  readonly priceIncrement: string;
  readonly quantityMin: string;
  readonly priceMin: string;
  readonly isRunning: boolean;
  /** Why it does not trade everything; null while it runs. */
  readonly halt: MarketHalt | null;
};

export type MarketHalt = {
  /** `postOnly` accepts limit orders that do not trade at once, the others no new orders. */
  readonly state: 'paused' | 'stopped' | 'postOnly';
  /** A word of the exchange's; empty where it gives none. */
  readonly cause: string;
  /** Milliseconds since 1970; null where the exchange does not say. */
  readonly since: number | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getInstruments: build.query<Instrument[], void>({
      ...omsCall('GetInstruments', null, readEachRow(readInstrument)),
      providesTags: ['Instruments'],
    }),
  }),
});

export const { useGetInstrumentsQuery } = injected;

function readInstrument(row: RowOf<'GetInstruments'>): Instrument {
  return {
    instrumentId: row.integer('InstrumentId'),
    symbol: row.text('Symbol'),
    baseId: row.integer('Product1'),
    baseSymbol: row.text('Product1Symbol'),
    quoteId: row.integer('Product2'),
    quoteSymbol: row.text('Product2Symbol'),
    quantityIncrement: row.decimalOr('QuantityIncrement', '0'),
    priceIncrement: row.decimalOr('PriceIncrement', '0'),
    quantityMin: row.decimalOr('MinimumQuantity', '0'),
    priceMin: row.decimalOr('MinimumPrice', '0'),
    isRunning: row.textOr('SessionStatus', 'Running') === 'Running',
    halt: readHalt(row),
  };
}

function readHalt(row: RowOf<'GetInstruments'>): MarketHalt | null {
  const status = row.textOr('SessionStatus', 'Running');
  if (status === 'Running') return null;
  const since = Date.parse(row.textOr('SessionStatusDateTime', ''));
  return {
    state: status === 'RunningPostOnly' ? 'postOnly' : status === 'Stopped' ? 'stopped' : 'paused',
    cause: row.textOr('SessionStatusReason', ''),
    since: since > 0 ? since : null,
  };
}
