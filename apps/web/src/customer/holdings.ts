/** What a customer has, product by product, with what the screens need to show it. */
import type { Position } from '../api/records/position.ts';
import type { ProductAttribute } from '../api/calls/get-product-attributes.ts';
import type { Product } from '../api/records/product.ts';
import { isPositive, subtract } from '../money/decimal.ts';

/** A product as screens show it, whoever has it. */
export type Listed = Product & {
  /** The networks it moves on, by their names for people. */
  readonly networks: readonly string[];
};

/** Amounts are decimal text: `available` is `amount` minus `hold`. */
export type Holding = Listed & {
  readonly amount: string;
  readonly hold: string;
  readonly available: string;
};

/** Every product in the server's order. */
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

/** Every product in the server's order; products without a position have zeros. */
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

/** What the customer has of products that the server's list does not name. */
export function strayPositions(products: readonly Product[], positions: readonly Position[]): Position[] {
  const known = new Set(products.map(({ productId }) => productId));
  return positions.filter(({ productId, amount }) => !known.has(productId) && isPositive(amount));
}
