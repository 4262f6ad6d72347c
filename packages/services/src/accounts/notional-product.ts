/** The product in which limits and totals are expressed. */
import type { EngineView, Product } from '@salar/engine';
import { notionalSymbol } from '@salar/protocol/money/notional-symbol';

/** Finds the notional product; null before it is defined. */
export function findNotionalProduct(view: Pick<EngineView, 'products'>): Product | null {
  return view.products().find((product) => product.symbol === notionalSymbol) ?? null;
}
