/** Applies the state of a market to its open orders. */
import type { OutcomeOf, SetInstrumentState, Stamp } from '@salar/protocol';
import { setInstrumentState } from '../../catalog/instruments.ts';
import type { State } from '../../state/state.ts';
import { endOrders } from './cancel-order.ts';

/** Stopping a market cancels its orders. When it runs again, its stops are checked. */
export function changeMarketState(
  state: State,
  command: SetInstrumentState,
  stamp: Stamp,
): OutcomeOf<SetInstrumentState> {
  const outcome = setInstrumentState(state, command, stamp);
  const instrument = state.instruments.get(command.instrumentId);
  if (!outcome.ok || instrument === undefined) return outcome;
  state.notePriceChange(instrument);
  if (command.state !== 'stopped') return outcome;
  const orders = [...state.orders.values()].filter((order) => order.instrument === instrument);
  endOrders(state, orders, { status: 'canceled', reason: 'market_stopped' }, stamp);
  return outcome;
}
