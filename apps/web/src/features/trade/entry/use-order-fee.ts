import { useMemo } from 'react';
import { useGetOrderFeeQuery } from '../../../api/calls/orders/get-order-fee.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { useDebounced } from '../../../lib/time/use-debounced.ts';
import { isPositive, truncate } from '../../../money/decimal.ts';
import { countPlaces } from '../market/increments.ts';
import type { Estimate } from './estimate.ts';
import { hasLimit } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';

const restMs = 500;
const nothing = { accountId: 0, instrumentId: 0, price: '0', quantity: '0', side: 'buy' } as const;

/** The fee of the draft, once typing has settled; null until it is known, and when the query fails. */
export function useOrderFee(
  accountId: number | null,
  { draft, estimate, instrument }: { draft: OrderDraft; estimate: Estimate | null; instrument: Instrument },
) {
  const { instrumentId, priceIncrement, quantityIncrement } = instrument;
  const { side } = draft;
  const role = hasLimit(draft) && !estimate?.takes ? 'maker' : 'taker';
  const price = estimate ? truncate(estimate.price, countPlaces(priceIncrement)) : '0';
  const quantity = estimate ? truncate(estimate.quantity, countPlaces(quantityIncrement)) : '0';
  const question = useMemo(
    () =>
      accountId !== null && isPositive(price) && isPositive(quantity)
        ? ({ accountId, instrumentId, price, quantity, side, role } as const)
        : null,
    [accountId, instrumentId, price, quantity, side, role],
  );
  const rested = useDebounced(question, restMs);
  const { data } = useGetOrderFeeQuery(rested ?? nothing, { skip: rested === null });
  // While the market moves under a market order, the last answer is kept: about right, and without flicker.
  return question !== null && rested !== null && data ? { ...data, role } : null;
}
