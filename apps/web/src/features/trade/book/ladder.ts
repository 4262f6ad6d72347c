/** An order book as rungs: grouped to coarser prices, each with the total up to it. */
import { add, compare, divideDown, divideUp, multiply, subtract } from '../../../money/decimal.ts';
import type { MarketSide } from '../../../api/records/market-rows.ts';
import type { Book, Level } from '../../../api/records/book.ts';

/** One line of the ladder. Decimal text. */
export type Rung = {
  readonly price: string;
  readonly quantity: string;
  /** The quantity of this rung and all better ones. */
  readonly total: string;
  /** `total` as a fraction of the larger side's total, from 0 to 1; for drawing only. */
  readonly share: number;
};

export type Ladder = { readonly bids: readonly Rung[]; readonly asks: readonly Rung[] };

/**
 * Builds the best rungs of both sides.
 *
 * @param options.step  prices are grouped to multiples of it, rounded away from the market: no price looks better than
 * it is
 */
export function buildLadder(
  book: Book,
  options: { readonly step: string; readonly rungsMax: number },
): Ladder {
  const bids = sumTotals(groupLevels(book.bids, 'buy', options));
  const asks = sumTotals(groupLevels(book.asks, 'sell', options));
  const deepest = Math.max(Number(bids.at(-1)?.total ?? 0), Number(asks.at(-1)?.total ?? 0));
  const withShare = (rung: Omit<Rung, 'share'>) => ({
    ...rung,
    share: deepest > 0 ? Number(rung.total) / deepest : 0,
  });
  return { bids: bids.map(withShare), asks: asks.map(withShare) };
}

/** Best offer minus best bid, in quote and in percent; null while a side is empty. */
export function computeSpread({
  bids,
  asks,
}: Book): { readonly amount: string; readonly percent: string } | null {
  const [bid] = bids;
  const [ask] = asks;
  if (!bid || !ask) return null;
  const amount = subtract(ask.price, bid.price);
  return { amount, percent: divideDown(multiply(amount, '100'), ask.price, 3) ?? '0' };
}

/** The grouped price that a level is shown at. */
export function groupPrice(price: string, side: MarketSide, step: string): string {
  const steps = side === 'buy' ? divideDown(price, step, 0) : divideUp(price, step, 0);
  return steps === null ? price : multiply(steps, step);
}

function groupLevels(
  levels: readonly Level[],
  side: MarketSide,
  { step, rungsMax }: { readonly step: string; readonly rungsMax: number },
): readonly Omit<Rung, 'share' | 'total'>[] {
  const rungs: { price: string; quantity: string }[] = [];
  for (const { price, quantity } of levels) {
    const at = groupPrice(price, side, step);
    const last = rungs.at(-1);
    if (last && compare(last.price, at) === 0) last.quantity = add(last.quantity, quantity);
    else if (rungs.length === rungsMax) break;
    else rungs.push({ price: at, quantity });
  }
  return rungs;
}

function sumTotals(rungs: readonly Omit<Rung, 'share' | 'total'>[]): readonly Omit<Rung, 'share'>[] {
  let total = '0';
  return rungs.map((rung) => {
    total = add(total, rung.quantity);
    return { ...rung, total };
  });
}
