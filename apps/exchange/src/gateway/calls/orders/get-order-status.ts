import { orderShape, refused } from '@salar/protocol/wire';
import { CallRefusal, refuseCall } from '../../call.ts';
import { toOrderRow } from '../../wire-rows/order-row.ts';
import { findUnits } from '../../wire-rows/units.ts';
import { sessionCall } from './chapter-calls.ts';

export const getOrderStatus = sessionCall({
  name: 'GetOrderStatus',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount', OrderId: 'ownOrder' },
  input: {},
  output: orderShape,
  rate: 'read',
  about: 'Returns one order, open or finished. For an unknown order the HTTP status is 400.',
  example: {
    input: { OMSId: 1, AccountId: 1031, OrderId: 5120 },
    output: { OrderId: 5120, OrderState: 'Working', Quantity: 0.04 },
  },
  async run({ services, user, accountId, orderId }) {
    if (orderId === null) return refuseCall('invalidRequest', 'OrderId is Required');
    const order = await services.trading.orderHistory.find(accountId, orderId);
    const row =
      order &&
      (await services.engine.read((view) => {
        const units = findUnits(view, order.instrumentId);
        return units && toOrderRow(order, units, view, user.userName);
      }));
    // Some clients can distinguish "gone" from "broken" only by status 400.
    return row ?? new CallRefusal(refused('notFound'), 400);
  },
});
