/** The customer's holdings by product, with the fields that the screens show. */
import type { Position } from '../api/records/position.ts';
import type { ProductAttribute } from '../api/calls/market-data/get-product-attributes.ts';
import type { Product } from '../api/records/product.ts';
import { isPositive, subtract } from '../money/decimal.ts';

/** A product as screens show it, independent of the customer. */
export type Listed = Product & {
  /** The networks on which it moves, by display name. */
  readonly networks: readonly string[];
};

/** Amounts are decimal text: `available` is `amount` minus `hold`. */
export type Holding = Listed & {
  readonly amount: string;
  readonly hold: string;
  readonly available: string;
};

/** Lists every product in the server's order. */
export function listProducts(
  products: readonly Product[],
  attributes: readonly ProductAttribute[],
): Listed[] {
  return products.map((product) => ({
    ...product,
    networks: attributes
      .filter(({ productId, key }) => productId === product.productId && key === 'ProductNetwork')
      .map(({ value }) => value),
  }));
}

/** Lists every product in the server's order with its balance; products without a position have zeros. */
export function joinHoldings(
  products: readonly Product[],
  positions: readonly Position[],
  attributes: readonly ProductAttribute[],
): Holding[] {
  const byProduct = new Map(positions.map((position) => [position.productId, position]));
  return listProducts(products, attributes).map((product) => {
    const { amount = '0', hold = '0' } = byProduct.get(product.productId) ?? {};
    return { ...product, amount, hold, available: subtract(amount, hold) };
  });
}

/** Returns the positive balances of products that the server's list does not contain. */
export function findStrayPositions(products: readonly Product[], positions: readonly Position[]): Position[] {
  const known = new Set(products.map(({ productId }) => productId));
  return positions.filter(({ productId, amount }) => !known.has(productId) && isPositive(amount));
}
