/** Ends an order that another one replaces. */
import type { Stamp } from '@salar/protocol';
import type { State } from '../state/state.ts';
import { endWithPartner } from './oco.ts';
import { endOrder } from './end-order.ts';
import type { Ending } from './end-order.ts';
import type { ReplacedOrder } from './replaced-order.ts';

export const replacedEnding: Ending = { status: 'canceled', reason: 'replaced' };

/** Ends the replaced order, and its partner unless the replacement keeps it. */
export function removeReplaced(state: State, { order, partner }: ReplacedOrder, stamp: Stamp): void {
  if (partner === null) endOrder(state, order, replacedEnding, stamp);
  else endWithPartner(state, order, replacedEnding, stamp);
}
