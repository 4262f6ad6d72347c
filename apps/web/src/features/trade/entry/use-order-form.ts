/** The state of the order form: the read draft with its problems and estimate, and what its buttons and keys do. */
import { formatDecimal, notify, toFieldText } from '@salar/ui';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { NewOrder } from '../../../api/calls/orders/place-order.ts';
import { createClientOrderId } from '../../../lib/client-order-id.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { useCancelOrderMutation } from '../api/cancel-order.ts';
import type { MarketStore } from '../market/market-store.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { usePreference } from '../use-preference.ts';
import type { TradeAccount } from '../use-trade-account.ts';
import { estimateOrder } from './estimate.ts';
import { findOrderProblems } from './order-check.ts';
import { toNewOrders, withoutAmounts } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';
import { findOrderRisks } from './order-risk.ts';
import { readDraft } from './read-draft.ts';
import { stepPrice } from './step-price.ts';
import { useOrderFee } from './use-order-fee.ts';
import type { OrderSending } from './use-send-order.ts';

export type OrderFormOptions = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly account: TradeAccount;
  readonly draft: OrderDraft;
  readonly onChange: (draft: OrderDraft) => void;
  /** Held where the draft is, because the form is unmounted in other tabs and layouts. */
  readonly sending: OrderSending;
};

export type OrderFormState = ReturnType<typeof useOrderForm>;

export function useOrderForm({ store, instrument, account, draft, onChange, sending }: OrderFormOptions) {
  const isOnline = useOnline();
  const book = useMarketPart(store, 'book');
  const quote = useMarketPart(store, 'quote');
  const [reviews, setReviews] = usePreference('reviews', ['all', 'risky']);
  const [reviewed, setReviewed] = useState<readonly NewOrder[] | null>(null);
  const { send, isSending, result, dismiss } = sending;
  const { cancelHalf, isCancelling } = useCancelHalf(account, dismiss);

  const context = { instrument, book, quote, available: account.availableFor(instrument) };
  const quotePlaces = account.getDecimals(instrument.quoteId);
  const { draft: order, problems: unreadable } = readDraft(draft, { instrument, quotePlaces });
  const problems = [...unreadable, ...findOrderProblems(order, context)];
  const estimate = estimateOrder(order, book);
  const risks = findOrderRisks(order, estimate, book);
  const fee = useOrderFee(account.accountId, { draft: order, estimate, instrument });
  const [firstProblem] = problems;
  const isReviewed = reviews === 'all' || risks.length > 0;

  function change(next: OrderDraft) {
    dismiss();
    onChange(next);
  }

  function submit() {
    // Enter in the only field of a market order submits the form although its button is busy.
    if (firstProblem || account.accountId === null || !isOnline || isSending) return;
    dismiss();
    const { accountId } = account;
    const orders = toNewOrders(order, () => ({
      instrumentId: instrument.instrumentId,
      accountId,
      clientOrderId: createClientOrderId(),
    }));
    if (isReviewed) setReviewed(orders);
    else void place(orders);
  }

  async function place(orders: readonly NewOrder[]) {
    await send(orders);
    setReviewed(null);
  }

  /** Steps a price with the arrow keys, and clears the amounts with Escape. */
  function press(event: KeyboardEvent) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.type !== 'text') return;
    if (event.key === 'Escape') {
      change(withoutAmounts(draft));
      return;
    }
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined || (target.name !== 'price' && target.name !== 'stopPrice')) return;
    event.preventDefault();
    const start = (draft.side === 'buy' ? quote?.bestBid : quote?.bestOffer) ?? '0';
    const by = { increment: instrument.priceIncrement, start };
    if (unreadable.some(({ field }) => field === target.name)) return;
    const stepped = stepPrice(order.amounts[target.name], event.shiftKey ? steps * 10 : steps, by);
    change({ ...draft, amounts: { ...draft.amounts, [target.name]: toFieldText(stepped) } });
  }

  function formatFee(): string | null {
    if (!fee) return null;
    const isBase = fee.productId === instrument.baseId;
    const symbol = isBase ? instrument.baseSymbol : instrument.quoteSymbol;
    const maxPlaces = account.getDecimals(isBase ? instrument.baseId : instrument.quoteId);
    return `${formatDecimal(fee.fee, { maxPlaces, rounding: 'up' })} ${symbol}`;
  }

  return {
    draft,
    /** The draft with plain decimal text as its amounts. */
    order,
    context,
    quotePlaces,
    problems,
    firstProblem,
    estimate,
    risks,
    feeRole: fee?.role,
    feeText: formatFee(),
    isOnline,
    hasAccount: account.accountId !== null,
    /** Whether the order is shown once more before it is sent. */
    isReviewed,
    reviewsAll: reviews === 'all',
    setReviewsAll: (isOn: boolean) => setReviews(isOn ? 'all' : 'risky'),
    /** The orders that are being reviewed; null while the review is closed. */
    reviewed,
    closeReview: () => setReviewed(null),
    result,
    isSending,
    isCancelling,
    change,
    submit,
    place,
    press,
    cancelHalf,
  };
}

/** Cancels the order of a pair of which only one was placed. */
function useCancelHalf(account: TradeAccount, onCancelled: () => void) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [cancelOrder, { isLoading: isCancelling }] = useCancelOrderMutation();

  async function cancelHalf(orderId: number) {
    if (account.accountId === null) return;
    const { error } = await cancelOrder({ accountId: account.accountId, orderId });
    if (error) {
      notify.error(failureText(error));
      return;
    }
    notify.success(t('trade.orders.cancelled', { number: orderId }));
    onCancelled();
  }

  return { cancelHalf, isCancelling };
}
