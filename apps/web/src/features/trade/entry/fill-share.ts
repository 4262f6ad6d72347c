/** Sets the amount of an order to a share of the balance. */
import { toFieldText } from '@salar/ui';
import { divideDown, floorToIncrement, isPositive, multiply, truncate } from '../../../money/decimal.ts';
import type { OrderContext } from './order-check.ts';
import { findDearestPrice } from './estimate.ts';
import { getAmount } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';
import { readDraft } from './read-draft.ts';
import { getOpposingLevels } from '../../../api/records/book.ts';

/** The shortcuts, in percent. */
export const shares = ['25', '50', '75', '100'] as const;

/**
 * Returns the draft with a share of the balance as its amount: cut to whole lots, never above the balance.
 *
 * @param options.quotePlaces  decimals of the quote product
 * @returns the draft unchanged while the balance, or a price to compute with, is missing
 */
export function withShare(
  draft: OrderDraft,
  percent: string,
  context: OrderContext,
  { quotePlaces }: { readonly quotePlaces: number },
): OrderDraft {
  const { available, instrument, book } = context;
  if (available === null) return draft;
  const part = (balance: string) => multiply(multiply(balance, percent), '0.01');
  if (draft.side === 'sell') {
    const quantity = floorToIncrement(part(available.base), instrument.quantityIncrement);
    return { ...draft, measure: 'quantity', amounts: { ...draft.amounts, quantity: toFieldText(quantity) } };
  }
  if (draft.orderType === 'Market') {
    const value = truncate(part(available.quote), quotePlaces);
    return { ...draft, measure: 'value', amounts: { ...draft.amounts, value: toFieldText(value) } };
  }
  const read = readDraft(draft, { instrument, quotePlaces });
  // An unreadable price is left for the customer to correct; it is not replaced by the market's.
  if (read.problems.some(({ field }) => field === 'price' || field === 'stopPrice')) return draft;
  const typed = getAmount(read.draft, 'price') || getAmount(read.draft, 'stopPrice');
  const price =
    findDearestPrice(read.draft, typed) || (book ? getOpposingLevels(book, 'buy')[0]?.price : undefined);
  if (price === undefined || !isPositive(price)) return draft;
  const affordable = divideDown(part(available.quote), price, 18) ?? '0';
  const quantity = floorToIncrement(affordable, instrument.quantityIncrement);
  const isPriceMissing = draft.orderType === 'Limit' && typed === '';
  return {
    ...draft,
    amounts: {
      ...draft.amounts,
      quantity: toFieldText(quantity),
      ...(isPriceMissing ? { price: toFieldText(price) } : {}),
    },
  };
}
