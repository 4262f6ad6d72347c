import { toWireDecimal, shape } from '@salar/protocol/wire';
import { getListingId } from '../../wire-rows/listing-rows.ts';
import { publicCall } from './chapter-calls.ts';

const { integer, list, number, object, text } = shape;

export const assets = publicCall({
  name: 'Assets',
  input: {},
  output: list(object({ name: text, unified_cryptoasset_id: integer, min_withdraw: number })),
  rate: 'read',
  about: 'Every product with the smallest amount that can be withdrawn, for listing sites.',
  example: { input: {}, output: [{ name: 'Bitcoin', unified_cryptoasset_id: 1, min_withdraw: 0.0001 }] },
  async run({ services }) {
    const products = await services.engine.read((view) => view.products());
    return products.map(({ productId, name, symbol, decimals }) => {
      const minima = services.transfers.withdrawals
        .listProviders(productId)
        .map(({ withdrawMin }) => withdrawMin);
      const least = minima.reduce((one, other) => (other < one ? other : one), minima[0] ?? 0n);
      return {
        name,
        unified_cryptoasset_id: getListingId(symbol),
        min_withdraw: toWireDecimal(least, decimals),
      };
    });
  },
});
