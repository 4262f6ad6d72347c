/** Finds the market that converts one product to another, and its direction. */
import type { Instrument } from '../../api/calls/market-data/get-instruments.ts';
import type { MarketPrice } from '../../api/calls/market-data/get-level1-summary.ts';
import type { Side } from '../../api/calls/orders/send-order.ts';
import { isPositive } from '../../money/decimal.ts';

/** `rate` is quote per base at the best opposite price; null while that side of the book is empty. */
export type SwapPair = { readonly instrument: Instrument; readonly side: Side; readonly rate: string | null };

/**
 * Finds the pair that pays with `fromId` and receives `toId`, in either listing direction.
 *
 * Receiving the base is a buy at the best offer; paying with the base is a sale at the best bid. When both are listed,
 * the buy wins unless only the other has a price.
 *
 * @returns null when the two products do not trade
 */
export function resolvePair(
  instruments: readonly Instrument[],
  prices: readonly MarketPrice[],
  { fromId, toId }: { readonly fromId: number; readonly toId: number },
): SwapPair | null {
  const running = instruments.filter((instrument) => instrument.isRunning);
  const bought = running.find(({ baseId, quoteId }) => baseId === toId && quoteId === fromId);
  const sold = running.find(({ baseId, quoteId }) => baseId === fromId && quoteId === toId);
  const buy = bought && toPair(bought, 'buy', prices);
  const sell = sold && toPair(sold, 'sell', prices);
  if (buy && (buy.rate !== null || !sell || sell.rate === null)) return buy;
  return sell ?? null;
}

/** Finds the market of two products while it is halted; null when it runs, or there is none. */
export function findHaltedMarket(
  instruments: readonly Instrument[],
  oneId: number | undefined,
  otherId: number | undefined,
): Instrument | null {
  const ids = findMarketsBetween(instruments, oneId, otherId);
  const between = instruments.filter(({ instrumentId }) => ids.includes(instrumentId));
  return between.some(({ isRunning }) => isRunning) ? null : (between[0] ?? null);
}

/** The ids of the instruments that trade one product for the other, in either listing direction. */
export function findMarketsBetween(
  instruments: readonly Instrument[],
  oneId: number | undefined,
  otherId: number | undefined,
): number[] {
  return instruments
    .filter(
      ({ baseId, quoteId }) =>
        (baseId === oneId && quoteId === otherId) || (baseId === otherId && quoteId === oneId),
    )
    .map(({ instrumentId }) => instrumentId);
}

/** The products that trade against one product, in the order of the instrument list. */
export function findPartners(instruments: readonly Instrument[], productId: number): number[] {
  const partners = instruments
    .filter(({ isRunning }) => isRunning)
    .flatMap(({ baseId, quoteId }) =>
      baseId === productId ? [quoteId] : quoteId === productId ? [baseId] : [],
    );
  return [...new Set(partners)];
}

function toPair(instrument: Instrument, side: Side, prices: readonly MarketPrice[]): SwapPair {
  const market = prices.find(({ instrumentId }) => instrumentId === instrument.instrumentId);
  const price = side === 'buy' ? market?.bestOffer : market?.bestBid;
  return { instrument, side, rate: price !== undefined && isPositive(price) ? price : null };
}
