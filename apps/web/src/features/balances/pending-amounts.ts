import type { Ticket } from '../../api/records/ticket.ts';
import { add } from '../../money/decimal.ts';

/** Sums, by product id, the deposits that were seen on the network and are not credited yet. Decimal text. */
export function sumPendingAmounts(deposits: readonly Ticket[]): ReadonlyMap<number, string> {
  const pending = new Map<number, string>();
  for (const { status, productId, amount } of deposits) {
    if (status === 'Pending') pending.set(productId, add(pending.get(productId) ?? '0', amount));
  }
  return pending;
}
