import { orderShape, shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { toOrderRows } from '../../wire-rows/order-row.ts';
import { sessionCall } from './chapter-calls.ts';

export const getOrderHistoryByOrderId = sessionCall({
  name: 'GetOrderHistoryByOrderId',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount', OrderId: 'ownOrder' },
  input: {},
  output: shape.list(orderShape),
  rate: 'read',
  about: 'The history of one order, newest first: its end, each fill, its acceptance.',
  example: {
    input: { OMSId: 1, AccountId: 1031, OrderId: 5120 },
    output: [
      { OrderId: 5120, ChangeReason: 'Trade', QuantityExecuted: 0.1 },
      { OrderId: 5120, ChangeReason: 'NewInputAccepted', QuantityExecuted: 0 },
    ],
  },
  async run({ services, user, accountId, orderId }) {
    if (orderId === null) return refuseCall('invalidRequest', 'OrderId is Required');
    const steps = await services.trading.orderHistory.steps(accountId, orderId);
    if (steps === null) return refuseCall('notFound', 'Order Not Found');
    return services.engine.read((view) => toOrderRows(steps, view, user.userName));
  },
});
