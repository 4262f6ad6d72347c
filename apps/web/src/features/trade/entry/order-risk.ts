/** Finds the risks that deserve a second look before an order is sent. */
import { compare, divideDown, multiply, subtract } from '../../../money/decimal.ts';
import type { Book } from '../../../api/records/book.ts';
import { getOpposingLevels } from '../../../api/records/book.ts';
import type { Estimate } from './estimate.ts';
import { getAmount, hasLimit, isStop } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';

export type OrderRisk =
  | { readonly kind: 'bookTooSmall' }
  /** It takes a large part of the opposite side, in percent. */
  | { readonly kind: 'largePart'; readonly percent: string }
  /** Its average price is far from the best one, in percent. */
  | { readonly kind: 'slippage'; readonly percent: string }
  /** Its limit is far on the wrong side of the market, in percent: probably a digit too many. */
  | { readonly kind: 'farPrice'; readonly percent: string };

const usedShareMax = '25';
const slippageMax = '1';
const distanceMax = '5';

export function findOrderRisks(
  draft: OrderDraft,
  estimate: Estimate | null,
  book: Book | null,
): readonly OrderRisk[] {
  if (estimate === null || book === null || isStop(draft)) return [];
  return hasLimit(draft) ? findLimitRisks(draft, book) : findMarketRisks(estimate);
}

function findMarketRisks({ usedShare, slippage }: Estimate): readonly OrderRisk[] {
  const risks: OrderRisk[] = [];
  if (compare(usedShare, '100') >= 0) risks.push({ kind: 'bookTooSmall' });
  else if (compare(usedShare, usedShareMax) > 0) risks.push({ kind: 'largePart', percent: usedShare });
  if (compare(slippage, slippageMax) > 0) risks.push({ kind: 'slippage', percent: slippage });
  return risks;
}

function findLimitRisks(draft: OrderDraft, book: Book): readonly OrderRisk[] {
  const [best] = getOpposingLevels(book, draft.side);
  const price = getAmount(draft, 'price');
  if (!best || price === '') return [];
  const beyond = draft.side === 'buy' ? subtract(price, best.price) : subtract(best.price, price);
  const percent = divideDown(multiply(beyond, '100'), best.price, 2) ?? '0';
  return compare(percent, distanceMax) > 0 ? [{ kind: 'farPrice', percent }] : [];
}
