/** Computes the value of an amount in the notional product, at the current reference price. */
import type { EngineView } from '@salar/engine';
import { divideDown, computeUnit } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { toWireDecimal, zero } from '@salar/protocol/wire';
import type { WireNumber } from '@salar/protocol/wire';
import { findNotionalProduct } from '@salar/services/accounts/notional-product';

/** @returns 0 while the product has no price */
export function computeNotional(
  view: EngineView,
  productId: ProductId,
  amount: bigint,
  decimals: number,
): WireNumber {
  const notional = findNotionalProduct(view);
  const rate = view.referencePrice(productId);
  if (!notional || rate === null) return zero;
  return toWireDecimal(divideDown(amount * rate, computeUnit(decimals)), notional.decimals);
}
