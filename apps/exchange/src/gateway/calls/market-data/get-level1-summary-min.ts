import { toWireDecimal, id, listField, shape } from '@salar/protocol/wire';
import { toQuoteUnits } from '../../wire-rows/units.ts';
import { publicCall } from './chapter-calls.ts';

const { integer, number, text } = shape;

export const getLevel1SummaryMin = publicCall({
  name: 'GetLevel1SummaryMin',
  input: { InstrumentIds: listField(id()) },
  output: shape.list(
    shape.tuple({
      InstrumentId: integer,
      Symbol: text,
      LastTradedPx: number,
      Rolling24HrPxChange: number,
      Rolling24HrPxChangePercent: number,
      Rolling24HrVolume: number,
    }),
  ),
  rate: 'read',
  about:
    'Last price, 24-hour change and volume in short rows, for the instruments in `InstrumentIds` (a list or its JSON text) or for all.',
  example: {
    input: { OMSId: 1, InstrumentIds: [1, 2] },
    output: [[1, 'BTCUSDT', 61500.5, 1500.5, 2.5, 14.1]],
  },
  async run({ services }, { InstrumentIds }) {
    const requested = InstrumentIds && new Set<number>(InstrumentIds);
    const quotes = await services.market.marketData.quotes();
    return quotes
      .filter(({ instrument }) => requested === undefined || requested.has(instrument.instrumentId))
      .map((quote) => {
        const { instrument, lastTrade, change24h, change24hBasisPoints, rolling } = quote;
        const { price, quantity } = toQuoteUnits(quote);
        return [
          instrument.instrumentId,
          instrument.symbol,
          price(lastTrade?.price ?? 0),
          price(change24h),
          toWireDecimal(BigInt(change24hBasisPoints), 2),
          quantity(rolling.volume),
        ];
      });
  },
});
