/** Finds out what became of a swap whose answer was lost, without ever making it a second time. */
import { useEffect } from 'react';
import { useBarOrderMutation } from '../../api/calls/send-order.ts';
import { useLazyGetOrdersQuery } from '../../api/calls/get-orders.ts';
import { toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { useOnline } from '../../lib/use-online.ts';
import type { SwapOutcome } from './use-send-swap.ts';

const firstTryMs = 1000;
const nextTryMs = 4000;
/** The order is one of the newest of its market. */
const ordersLooked = 50;

/**
 * Resolves an unknown outcome by itself, as soon as the exchange can be reached.
 *
 * First the order is barred, so that it cannot be carried out from then on; then it is looked for. It was made when it is there, and
 * never will be when it is not.
 */
export function useLostSwap(outcome: SwapOutcome | null, resolve: (outcome: SwapOutcome) => void): void {
  const [barOrder] = useBarOrderMutation();
  const [findOrders] = useLazyGetOrdersQuery();
  const isOnline = useOnline();
  useEffect(() => {
    if (outcome?.kind !== 'unknown' || !isOnline) return undefined;
    const { sent } = outcome;
    const { order } = sent;
    let isOver = false;
    let timer = setTimeout(() => void ask(), firstTryMs);

    async function ask(): Promise<void> {
      const barred = await barOrder(order);
      const orders = barred.error && !isTaken(barred.error) ? undefined : await newestOrders();
      if (isOver) return;
      if (orders === undefined) {
        timer = setTimeout(() => void ask(), nextTryMs);
        return;
      }
      const found = orders.find(({ clientOrderId }) => clientOrderId === order.clientOrderId);
      resolve(found ? { kind: 'accepted', sent, orderId: found.orderId } : { kind: 'notMade' });
    }

    async function newestOrders() {
      const { accountId, instrumentId } = order;
      return (await findOrders({ accountId, instrumentId, startIndex: 0, limit: ordersLooked })).data;
    }

    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [outcome, isOnline, barOrder, findOrders, resolve]);
}

/** The key is taken by the lost order itself: it arrived first. Another 409 says that it is still being carried out. */
function isTaken(error: ApiError): boolean {
  const failure = toFailure(error);
  return failure.kind === 'HTTP' && failure.status === 409 && JSON.stringify(failure.data).includes('REUSED');
}
