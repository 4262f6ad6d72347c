/** Ends an order that another one replaces. */
import type { Stamp } from '@salar/protocol';
import type { State } from '../state/state.ts';
import { endWithPartner } from './oco.ts';
import { endOrder } from './end-order.ts';
import type { Ending } from './end-order.ts';
import type { Leaving } from './replaced-order.ts';

export const replaced: Ending = { status: 'canceled', reason: 'replaced' };

/** Ends the replaced order, and the other half of its pair unless the replacement keeps it. */
export function leave(state: State, { order, other }: Leaving, stamp: Stamp): void {
  if (other === null) endOrder(state, order, replaced, stamp);
  else endWithPartner(state, order, replaced, stamp);
}
