/** Why a swap cannot be reviewed yet, in the order the customer is told. Null when it can. */
import type { SwapPair } from './pair.ts';
import { isBelowMinimum } from './swap-maths.ts';
import { compare, isPositive } from '../../lib/decimal.ts';

export type SwapObstacle =
  | 'offline'
  | 'chooseAssets'
  | 'notAllowed'
  | 'noPrice'
  | 'unreadable'
  | 'enterAmount'
  | 'waiting'
  | 'notEnough'
  | 'tooSmall';

export type SwapFacts = {
  readonly isOnline: boolean;
  readonly hasAssets: boolean;
  readonly pair: SwapPair | null;
  /** Decimal text; empty while nothing is typed or worked out. */
  readonly pay: string;
  readonly receive: string;
  readonly isComputing: boolean;
  /** False while the typed text is not an amount. */
  readonly isReadable: boolean;
  readonly available: string;
};

export function swapObstacle(facts: SwapFacts): SwapObstacle | null {
  const { pair, pay, receive } = facts;
  if (!facts.isOnline) return 'offline';
  if (!facts.hasAssets) return 'chooseAssets';
  if (pair === null) return 'notAllowed';
  if (!facts.isReadable) return 'unreadable';
  if (pay === '' && receive === '') return 'enterAmount';
  if (pair.rate === null) return 'noPrice';
  if (isAbove(pay, facts.available)) return 'notEnough';
  if (facts.isComputing) return 'waiting';
  if (pay === '' || receive === '' || !isPositive(pay)) return 'enterAmount';
  return isBelowMinimum(pair, { pay, receive }) ? 'tooSmall' : null;
}

function isAbove(amount: string, available: string): boolean {
  return amount !== '' && compare(amount, available) > 0;
}
