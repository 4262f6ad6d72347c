/** Decides what becomes of an order once it has taken what the book offered. */
import { accept, assertNever } from '@salar/protocol';
import type { Lots, Minor, OrderPlaced, OrderReason, OrderStatus } from '@salar/protocol';
import { recordOf, workingRecordOf } from '../book/order.ts';
import type { Order } from '../book/order.ts';
import type { State } from '../state/state.ts';
import { placeHold, rest } from './rest.ts';
import type { Walk } from './want.ts';

/**
 * Lets what is left of a good-till-canceled order rest, and closes every other order.
 *
 * An order that met one of its own account is canceled, whatever is left of it: the newest gives way.
 *
 * @param lotCost of the order's own price, for the level it may rest at
 */
export function conclude(
  state: State,
  order: Order,
  walk: Walk,
  lotCost: bigint,
): { readonly ok: true; readonly value: OrderPlaced } {
  const mayRest = order.timeInForce === 'gtc' && walk.end !== 'own_order';
  const status: OrderStatus = walk.isDone ? 'filled' : mayRest ? 'working' : 'canceled';
  if (order.value > 0n) order.quantity = walk.lots;
  if (status === 'working') {
    placeHold(order, lotCost);
    rest(state, order, lotCost);
    if (!state.isQuiet) state.sink.orderWorking(workingRecordOf(order));
  } else if (!state.isQuiet) {
    state.sink.orderClosed(recordOf(order, status, walk.isDone ? 'trade' : cancelReasonOf(order, walk)));
  }
  return accept({
    orderId: order.orderId,
    status,
    executed: walk.lots as Lots,
    notional: walk.notional as Minor,
    repeated: false,
  });
}

function cancelReasonOf(order: Order, walk: Walk): OrderReason {
  switch (walk.end) {
    case 'own_order':
      return 'self_trade';
    case 'price_out_of_reach':
      // A limit order's reach is its own price; a market order's is the collar.
      return order.orderType === 'market' ? 'price_collar' : 'no_more_market';
    case 'value_below_lot':
      return 'below_minimum';
    case 'book_empty':
    case 'wanted_no_more':
      return 'no_more_market';
    default:
      return assertNever(walk.end);
  }
}
