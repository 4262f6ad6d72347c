/** Resolves the outcome of a swap whose answer was lost, without ever making it a second time. */
import { useEffect } from 'react';
import { useBarOrderMutation } from '../../api/calls/orders/send-order.ts';
import { useLazyGetOrdersQuery } from '../../api/calls/orders/get-orders.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { useOnline } from '../../lib/use-online.ts';
import type { SwapOutcome } from './use-send-swap.ts';

const firstTryMs = 1000;
const nextTryMs = 4000;
/**
 * The history is written a moment after the trade: an order that arrived is searched this often before it counts as
 * refused.
 */
const searchesMax = 2;

/**
 * Resolves an unknown outcome as soon as the exchange can be reached.
 *
 * First the order's key is used up, so that the order cannot be executed from then on; then the history is searched.
 * The swap was made when the order is there, and never will be when it is not.
 */
export function useSwapResolution(
  outcome: SwapOutcome | null,
  resolve: (outcome: SwapOutcome) => void,
): void {
  const [barOrder] = useBarOrderMutation();
  const [findOrders] = useLazyGetOrdersQuery();
  const isOnline = useOnline();
  useEffect(() => {
    if (outcome?.kind !== 'unknown' || !isOnline) return undefined;
    const { sent } = outcome;
    const { order } = sent;
    let isOver = false;
    let timer = setTimeout(() => void ask(), firstTryMs);
    let searches = 0;

    async function ask(): Promise<void> {
      const { data: isBarred = false, error } = await barOrder(order);
      const hasArrived = error !== undefined && isTaken(error);
      const orders = isBarred || hasArrived ? await searchOrders() : undefined;
      if (isOver) return;
      const found = orders?.find(({ clientOrderId }) => clientOrderId === order.clientOrderId);
      if (orders !== undefined) searches += 1;
      if (found) resolve({ kind: 'accepted', sent, orderId: found.orderId });
      else if (orders !== undefined && (isBarred || searches >= searchesMax)) resolve({ kind: 'notMade' });
      else timer = setTimeout(() => void ask(), nextTryMs);
    }

    async function searchOrders() {
      const { accountId, clientOrderId } = order;
      return (await findOrders({ accountId, clientOrderId, startIndex: 0, limit: 1 })).data;
    }

    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [outcome, isOnline, barOrder, findOrders, resolve]);
}

/** The key was used by the lost order itself: it arrived first. Another 409 means that it is still being executed. */
function isTaken(error: ApiError): boolean {
  const failure = toFailure(error);
  return failure.kind === 'HTTP' && failure.status === 409 && JSON.stringify(failure.data).includes('REUSED');
}
