import { useCallback, useState } from 'react';
import { useSendOrderMutation } from '../../api/calls/orders/send-order.ts';
import type { MarketOrder } from '../../api/calls/orders/send-order.ts';
import type { Holding } from '../../customer/holdings.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { createClientOrderId } from '../../lib/client-order-id.ts';
import { toMarketOrder } from './swap-maths.ts';
import { computeLimitPrice } from './swap-quote.ts';
import type { SwapQuote } from './swap-quote.ts';
import type { AgreedQuote } from './swap-review.tsx';
import { findUnresolvedSwap, forgetUnresolvedSwap, keepUnresolvedSwap } from './unresolved-swap.ts';
import { useSwapResolution } from './use-swap-resolution.ts';
import type { Swap } from './use-swap.ts';

/** A swap as it was sent. */
export type SentSwap = {
  readonly order: MarketOrder;
  readonly quote: Pick<SwapQuote, 'pay' | 'averagePrice'>;
  readonly from: Holding;
  readonly to: Holding;
};

/** How the last attempt ended. */
export type SwapOutcome =
  /** The exchange accepted the order; what it traded is read from the order. */
  | { readonly kind: 'accepted'; readonly sent: SentSwap; readonly orderId: number | null }
  /** The exchange refused. */
  | { readonly kind: 'refused'; readonly message: string | null }
  /** It is unknown whether the order was executed; the exchange is being queried. */
  | { readonly kind: 'unknown'; readonly sent: SentSwap }
  /** Its answer was lost, and the exchange has no such order and will accept none. */
  | { readonly kind: 'notMade' }
  /** It could not be sent at all. */
  | { readonly kind: 'failed'; readonly error: ApiError };

/** Sends a swap, once per call, and resolves its outcome. */
export function useSendSwap(swap: Swap) {
  const [sendOrder, { isLoading }] = useSendOrderMutation();
  const [outcome, setOutcome] = useState<SwapOutcome | null>(() => {
    const sent = findUnresolvedSwap(swap);
    return sent && { kind: 'unknown', sent };
  });
  const settle = useCallback((next: SwapOutcome | null) => {
    if (next?.kind !== 'unknown') forgetUnresolvedSwap();
    setOutcome(next);
  }, []);
  useSwapResolution(outcome, settle);

  /** Resolves with whether the order was attempted: a session that was lost before leaves everything unchanged. */
  async function send(agreed: AgreedQuote, tolerance: string): Promise<boolean> {
    const { pair, quote, accountId, from, to } = swap;
    if (pair === null || quote === null || accountId === null || from === null || to === null) return false;
    const limitPrice = computeLimitPrice(agreed.pair, agreed.quote.worstPrice, tolerance);
    const order = {
      ...toMarketOrder(pair, quote, { limitPrice, clientOrderId: createClientOrderId() }),
      accountId,
    };
    const sent = { order, quote, from, to };
    setOutcome(null);
    // Before sending: the page may be reloaded before the answer arrives.
    keepUnresolvedSwap(sent);
    const { data, error } = await sendOrder(order);
    if (error) {
      const isUnknown = isOutcomeUnknown(toFailure(error)) && !isSessionLost(error);
      settle(isUnknown ? { kind: 'unknown', sent } : { kind: 'failed', error });
      return !isSessionLost(error);
    }
    settle(
      data.isAccepted
        ? { kind: 'accepted', sent, orderId: data.orderId }
        : { kind: 'refused', message: data.message },
    );
    return true;
  }

  return { send, isSending: isLoading, outcome, dismiss: () => settle(null) };
}

/** The session ended before the server read the order. */
export function isSessionLost(error: ApiError): boolean {
  const failure = toFailure(error);
  return failure.kind === 'HTTP' && failure.status === 401;
}
