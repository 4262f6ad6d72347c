/** Converts prices and quantities from decimal text to whole ticks and lots of an instrument. */
import { accept, lots, parseAmount, refuse, ticks } from '@salar/protocol';
import type { Lots, Minor, Result, Ticks } from '@salar/protocol';

/** The units of an instrument's prices and quantities. */
export type OrderUnits = {
  /** Quote minor units for one whole base unit. */
  readonly tickSize: Minor;
  /** Base minor units. */
  readonly lotSize: Minor;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
};

/** Parses a price to ticks: `price_invalid` when it is not a price, `price_increment` when it is between ticks. */
export function readPrice(
  text: string,
  units: OrderUnits,
): Result<Ticks, 'price_invalid' | 'price_increment'> {
  const distance = readDistance(text, units);
  return distance.ok && distance.value === 0 ? refuse('price_invalid') : distance;
}

/** Parses a distance between prices, which may be zero, to ticks. */
export function readDistance(
  text: string,
  { tickSize, quoteDecimals }: OrderUnits,
): Result<Ticks, 'price_invalid' | 'price_increment'> {
  const price = parseAmount(text, quoteDecimals);
  if (!price.ok) return refuse(price.refusal === 'amount_too_precise' ? 'price_increment' : 'price_invalid');
  if (price.value % tickSize !== 0n) return refuse('price_increment');
  const count = price.value / tickSize;
  if (count < 0n || count > ticksMax) return refuse('price_invalid');
  return accept(ticks(Number(count)));
}
const ticksMax = BigInt(Number.MAX_SAFE_INTEGER);

/** Parses a quantity to lots: `quantity_invalid` when it is not above zero, `quantity_increment` when it is between lots. */
export function readQuantity(
  text: string,
  { lotSize, baseDecimals }: OrderUnits,
): Result<Lots, 'quantity_invalid' | 'quantity_increment'> {
  const quantity = parseAmount(text, baseDecimals);
  if (!quantity.ok)
    return refuse(quantity.refusal === 'amount_too_precise' ? 'quantity_increment' : 'quantity_invalid');
  if (quantity.value <= 0n) return refuse('quantity_invalid');
  if (quantity.value % lotSize !== 0n) return refuse('quantity_increment');
  return accept(lots(quantity.value / lotSize));
}
