/**
 * Finds why a swap cannot be reviewed yet; obstacles are checked in the order in which the customer sees them. Null
 * when it can.
 */
import type { SwapPair } from './pair.ts';
import { isBelowMinimum } from './swap-maths.ts';
import type { SwapQuote } from './swap-quote.ts';
import { compare, isPositive } from '../../money/decimal.ts';

export type SwapObstacle =
  | 'offline'
  | 'chooseAssets'
  | 'halted'
  | 'notAllowed'
  | 'noPrice'
  | 'unreadable'
  | 'enterAmount'
  | 'waiting'
  | 'notEnough'
  | 'tooLarge'
  | 'tooSmall';

export type SwapState = {
  readonly isOnline: boolean;
  readonly hasAssets: boolean;
  readonly pair: SwapPair | null;
  /** True when the market of the two products is halted. */
  readonly isHalted: boolean;
  /** Decimal text; empty while nothing is typed or computed. */
  readonly pay: string;
  readonly receive: string;
  /** The quote of the typed amount; null while unknown. */
  readonly quote: SwapQuote | null;
  /** False when the order book could not be read. */
  readonly hasBook: boolean;
  readonly isComputing: boolean;
  /** False while the typed text is not an amount. */
  readonly isReadable: boolean;
  readonly available: string;
};

export function findSwapObstacle(state: SwapState): SwapObstacle | null {
  const { pair, pay, receive, quote } = state;
  if (!state.isOnline) return 'offline';
  if (!state.hasAssets) return 'chooseAssets';
  if (pair === null) return state.isHalted ? 'halted' : 'notAllowed';
  if (!state.isReadable) return 'unreadable';
  if (pay === '' && receive === '') return 'enterAmount';
  if (pair.rate === null || !state.hasBook) return 'noPrice';
  if (isAbove(pay, state.available)) return 'notEnough';
  if (state.isComputing) return 'waiting';
  if (!isPositive(pay === '' ? receive : pay)) return 'enterAmount';
  if (quote === null) return 'noPrice';
  if (quote.isBeyondDepth) return 'tooLarge';
  return isBelowMinimum(pair, quote) ? 'tooSmall' : null;
}

function isAbove(amount: string, available: string): boolean {
  return amount !== '' && compare(amount, available) > 0;
}
