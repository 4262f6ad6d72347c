/**
 * Finds why an order cannot be sent yet, in the order of its fields. The exchange decides; this check only reports it
 * earlier.
 */
import type { TypedAmountProblem } from '@salar/ui';
import { compare, floorToIncrement, isPositive } from '../../../money/decimal.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { Quote } from '../../../api/records/quote.ts';
import type { Book } from '../../../api/records/book.ts';
import { emptyBook, getOpposingLevels } from '../../../api/records/book.ts';
import { crosses, estimateOrder } from './estimate.ts';
import { getAmount, listAmounts, canBePostOnly, isStop, isTrailing, getTimeInForce } from './order-draft.ts';
import type { AmountName, OrderDraft } from './order-draft.ts';

type ProblemKind =
  | 'unreadable'
  | 'paused'
  | 'missing'
  | 'increment'
  | 'belowMinimum'
  | 'throughMarket'
  | 'wouldTake'
  | 'pairWouldTake'
  | 'expiryPast'
  | 'aboveQuantity'
  | 'noMarket'
  | 'notEnough';

export type OrderProblem = {
  readonly kind: ProblemKind;
  /** The field of the problem; null for the order as a whole. */
  readonly field: AmountName | 'expiresAt' | null;
  /** The increment, the minimum, or the price in question. */
  readonly amount?: string;
  /** For an `unreadable` field: why its text is not an amount. */
  readonly typed?: TypedAmountProblem;
};

export type OrderContext = {
  readonly instrument: Instrument;
  readonly book: Book | null;
  readonly quote: Quote | null;
  /** The customer's available balances; null while unknown. */
  readonly available: { readonly base: string; readonly quote: string } | null;
  /** Milliseconds since 1970; the current time when absent. */
  readonly now?: number;
};

export function findOrderProblems(draft: OrderDraft, context: OrderContext): readonly OrderProblem[] {
  return [
    ...(context.instrument.isRunning ? [] : [{ kind: 'paused', field: null } as const]),
    ...listAmounts(draft).flatMap((name) => checkAmount(draft, name, context) ?? []),
    ...checkExpiry(draft, context),
    ...(checkMarket(draft, context) ?? []),
    ...(checkFunds(draft, context) ?? []),
  ];
}

function checkAmount(draft: OrderDraft, name: AmountName, context: OrderContext): OrderProblem | null {
  const amount = getAmount(draft, name);
  if (amount === '' || !isPositive(amount)) return { kind: 'missing', field: name };
  if (name === 'value') return null;
  const { instrument } = context;
  const isQuantity = name === 'quantity' || name === 'display';
  const increment = isQuantity ? instrument.quantityIncrement : instrument.priceIncrement;
  if (compare(floorToIncrement(amount, increment), amount) !== 0)
    return { kind: 'increment', field: name, amount: increment };
  if (name === 'quantity' && compare(amount, instrument.quantityMin) < 0)
    return { kind: 'belowMinimum', field: name, amount: instrument.quantityMin };
  if ((name === 'price' || name === 'stopLimit') && compare(amount, instrument.priceMin) < 0)
    return { kind: 'belowMinimum', field: name, amount: instrument.priceMin };
  const quantity = getAmount(draft, 'quantity');
  if (name === 'display' && quantity !== '' && compare(amount, quantity) > 0)
    return { kind: 'aboveQuantity', field: name };
  return null;
}

function checkExpiry(draft: OrderDraft, { now = Date.now() }: OrderContext): readonly OrderProblem[] {
  if (getTimeInForce(draft) !== 'GTD') return [];
  if (draft.expiresAt === null) return [{ kind: 'missing', field: 'expiresAt' }];
  return draft.expiresAt > now ? [] : [{ kind: 'expiryPast', field: 'expiresAt' }];
}

function checkMarket(draft: OrderDraft, context: OrderContext): readonly OrderProblem[] | null {
  if (context.book === null) return null;
  const [best] = getOpposingLevels(context.book, draft.side);
  if (draft.orderType === 'Market') return best ? null : [{ kind: 'noMarket', field: null }];
  if (draft.isPostOnly && canBePostOnly(draft) && crosses(draft.side, getAmount(draft, 'price'), best))
    return [{ kind: 'wouldTake', field: 'price', amount: best?.price ?? '' }];
  if (draft.orderType === 'OCO' && crosses(draft.side, getAmount(draft, 'price'), best))
    return [{ kind: 'pairWouldTake', field: 'price', amount: best?.price ?? '' }];
  const watched = findTriggerPrice(draft, context);
  const stopPrice = getAmount(draft, 'stopPrice');
  if (!isStop(draft) || isTrailing(draft) || stopPrice === '' || watched === null) return null;
  const order = compare(stopPrice, watched);
  const isThrough = draft.side === 'buy' ? order <= 0 : order >= 0;
  return isThrough ? [{ kind: 'throughMarket', field: 'stopPrice', amount: watched }] : null;
}

/** The price that triggers a stop; null while the market has none. */
function findTriggerPrice({ trigger }: OrderDraft, { quote }: OrderContext): string | null {
  if (quote === null) return null;
  const price = { Last: quote.lastPrice, Bid: quote.bestBid, Ask: quote.bestOffer }[trigger];
  return isPositive(price) ? price : null;
}

/**
 * Compares the cost with the balance. A buy is paid in quote, a sale in base; fees are deducted from the amount
 * received.
 */
function checkFunds(draft: OrderDraft, { available, book }: OrderContext): readonly OrderProblem[] | null {
  const estimate = estimateOrder(draft, book ?? emptyBook);
  if (available === null) return null;
  const isByValue = draft.orderType === 'Market' && draft.measure === 'value';
  const field = isByValue ? 'value' : 'quantity';
  const needed =
    draft.side === 'sell'
      ? isByValue
        ? estimate?.quantity
        : getAmount(draft, 'quantity')
      : isByValue
        ? getAmount(draft, 'value')
        : estimate?.reserved;
  const has = draft.side === 'buy' ? available.quote : available.base;
  if (!needed || compare(needed, has) <= 0) return null;
  return [{ kind: 'notEnough', field, amount: has }];
}
