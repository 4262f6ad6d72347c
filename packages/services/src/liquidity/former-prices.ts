/** Computes what an instrument was worth by the reference prices that the engine has. */
import type { Minor, ProductId } from '@salar/protocol';
import { referenceScale } from '../ports/reference-prices.ts';

type ProductPrices = {
  products(): readonly { readonly productId: ProductId; readonly symbol: string }[];
  referencePrice(productId: ProductId): Minor | null;
};

/** Returns the price of an instrument by its symbol, in `referenceScale` parts; null when a reference price is missing. */
export function findFormerPrice(engine: ProductPrices, symbol: string): bigint | null {
  const products = engine.products();
  for (const base of products) {
    const quote = products.find((one) => `${base.symbol}${one.symbol}` === symbol);
    const price = quote && engine.referencePrice(base.productId);
    const per = quote && engine.referencePrice(quote.productId);
    if (price && per) return (price * referenceScale) / per;
  }
  return null;
}
