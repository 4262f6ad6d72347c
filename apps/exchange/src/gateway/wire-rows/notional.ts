/** Computes the value of an amount in the notional product, at the current reference price. */
import { divideDown, computeUnit } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import { toWireDecimal, zero } from '@salar/protocol/wire/index';
import type { WireNumber } from '@salar/protocol/wire/index';
import type { CustomerServices } from '@salar/services/compose/customer-services';

/** @returns 0 while the product has no price */
export function computeNotional(
  services: CustomerServices,
  productId: ProductId,
  amount: bigint,
  decimals: number,
): WireNumber {
  const notional = services.positions.notionalProduct();
  const rate = services.sequencer.engine.referencePrice(productId);
  if (!notional || rate === null) return zero;
  return toWireDecimal(divideDown(amount * rate, computeUnit(decimals)), notional.decimals);
}
