/** Ends orders at their expiry, in every state of the market. */
import type { Stamp } from '@salar/protocol';
import type { State } from '../../state/state.ts';
import { endWithPartner } from '../oco.ts';

/** Earliest first, then oldest. */
export function expireOrders(state: State, stamp: Stamp): void {
  const { expiries } = state;
  while (expiries.nextAt <= stamp.at) {
    const order = expiries.first;
    if (order === null) return;
    endWithPartner(state, order, { status: 'expired', reason: 'expired' }, stamp);
  }
}
