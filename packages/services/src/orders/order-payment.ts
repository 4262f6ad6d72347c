/** Computes what an order pays at most: a buy its quote product, a sell its base product. */
import type { EngineView } from '@salar/engine';
import { computeUnit, divideUp } from '@salar/protocol';
import type { InstrumentId, PlaceMarketOrder, PlaceOrder, PlaceStopOrder, ProductId } from '@salar/protocol';
import type { OrderUnits } from './order-amounts.ts';

export type PaymentUnits = OrderUnits & {
  readonly baseProductId: ProductId;
  readonly quoteProductId: ProductId;
};
type View = Pick<EngineView, 'collarPrice' | 'instrument' | 'level1' | 'position'>;

const million = 1_000_000n;

/** Returns the product that an order pays with. */
export function findPaidProduct(units: PaymentUnits, { side }: Pick<PlaceOrder, 'side'>): ProductId {
  return side === 'buy' ? units.quoteProductId : units.baseProductId;
}

/**
 * Computes what an order pays at most, in minor units of the product that it pays with: a buy at its worst price, a sell its
 * whole quantity. Orders that the engine would refuse have some such amount, too.
 *
 * @param view  the state that the order is decided on
 */
export function computeHighestPayment(view: View, units: PaymentUnits, order: PlaceOrder): bigint {
  if (order.orderType === 'market') return computeMarketPayment(view, units, order);
  if (order.side === 'sell') return order.quantity * units.lotSize;
  return computeCost(
    units,
    'stop' in order ? computeStopPrice(view, order) : BigInt(order.price),
    order.quantity,
  );
}

/** Computes what an order has paid, in the same units. */
export function computePayment(
  { lotSize }: OrderUnits,
  order: { readonly side: 'buy' | 'sell'; readonly executed: bigint; readonly notional: bigint },
): bigint {
  return order.side === 'buy' ? order.notional : order.executed * lotSize;
}

/** A market order never pays more than the account has, and never rests. */
function computeMarketPayment(view: View, units: PaymentUnits, order: PlaceMarketOrder): bigint {
  const { accountId, instrumentId, side, quantity, value, price } = order;
  const { total } = view.position(accountId, findPaidProduct(units, order));
  const collar = view.collarPrice(instrumentId, side);
  if (side === 'buy') {
    const worst = price === 0 ? collar : Math.min(collar, price);
    return min(total, value > 0n ? value : computeCost(units, BigInt(worst), quantity));
  }
  if (value === 0n) return min(total, quantity * units.lotSize);
  // It sells until the value is received: at the worst price, the most.
  const tick = BigInt(Math.max(collar, price)) * units.tickSize;
  return min(total, divideUp((value + 1n) * computeUnit(units.baseDecimals), tick));
}

/** The price for which the engine sets funds aside. */
function computeStopPrice(view: View, { orderType, instrumentId, price, stop }: PlaceStopOrder): bigint {
  if (orderType === 'stop_limit') return BigInt(price);
  const { stopPrice, trailingAmount, limitOffset } = stop;
  const isTrailing = orderType === 'trailing_stop_market' || orderType === 'trailing_stop_limit';
  const first = BigInt(isTrailing ? findHighestPrice(view, instrumentId) + trailingAmount : stopPrice);
  if (orderType === 'trailing_stop_limit') return first + BigInt(limitOffset);
  const collarPpm = view.instrument(instrumentId)?.collarPpm ?? 0;
  return divideUp(first * (million + BigInt(collarPpm)), million);
}

/** The highest of the prices that a stop can watch. */
function findHighestPrice(view: View, instrumentId: InstrumentId): number {
  const { bid, ask, lastTrade } = view.level1(instrumentId);
  return Math.max(bid?.price ?? 0, ask?.price ?? 0, lastTrade?.price ?? 0);
}

/** @param price  in ticks */
function computeCost(
  { tickSize, lotSize, baseDecimals }: OrderUnits,
  price: bigint,
  quantity: bigint,
): bigint {
  return divideUp(price * tickSize * quantity * lotSize, computeUnit(baseDecimals));
}

function min(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
