import { shape } from '@salar/protocol/wire';
import { toQuoteUnits } from '../../wire-rows/units.ts';
import { toListingTickerRow, listingTickerShape, formatPairName } from '../../wire-rows/listing-rows.ts';
import { publicCall } from './chapter-calls.ts';

export const ticker = publicCall({
  name: 'Ticker',
  input: {},
  output: shape.byName(listingTickerShape),
  rate: 'read',
  about: 'Last price and 24-hour volume of every market by its pair name, for listing sites.',
  example: {
    input: {},
    output: { BTC_USDT: { base_id: 1, quote_id: 825, last_price: 61500.5, base_volume: 14.1 } },
  },
  async run({ services }) {
    const quotes = await services.market.marketData.quotes();
    return new Map(
      quotes.map((quote) => {
        const units = toQuoteUnits(quote);
        return [formatPairName(units), toListingTickerRow(quote, units)] as const;
      }),
    );
  },
});
