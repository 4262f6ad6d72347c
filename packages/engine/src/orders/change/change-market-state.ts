/** What a market's state means for the orders that are open on it. */
import type { OutcomeOf, SetInstrumentState, Stamp } from '@salar/protocol';
import { setInstrumentState } from '../../catalog/instruments.ts';
import type { State } from '../../state/state.ts';
import { endOrders } from './cancel-order.ts';

/** A market that is stopped has no orders; when it runs (again), its stops are looked at. */
export function changeMarketState(
  state: State,
  command: SetInstrumentState,
  stamp: Stamp,
): OutcomeOf<SetInstrumentState> {
  const outcome = setInstrumentState(state, command);
  const instrument = state.instruments.get(command.instrumentId);
  if (!outcome.ok || instrument === undefined) return outcome;
  state.notePriceChange(instrument);
  if (command.state !== 'stopped') return outcome;
  const orders = [...state.orders.values()].filter((order) => order.instrument === instrument);
  endOrders(state, orders, { status: 'canceled', reason: 'market_stopped' }, stamp);
  return outcome;
}
