import { shape } from '@salar/protocol/wire';
import { toSummaryRow, summaryShape } from '../../wire-rows/listing-rows.ts';
import { publicCall } from './chapter-calls.ts';

export const summary = publicCall({
  name: 'Summary',
  input: {},
  output: shape.list(summaryShape),
  rate: 'read',
  about: 'Every market with its last price, best prices and 24-hour figures, for listing sites.',
  example: {
    input: {},
    output: [{ trading_pairs: 'BTC_USDT', last_price: 61500.5, lowest_ask: 61501, highest_bid: 61500.5 }],
  },
  async run({ services }) {
    const quotes = await services.market.marketData.quotes();
    return quotes.map(toSummaryRow);
  },
});
