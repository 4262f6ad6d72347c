import { withAliases, genericShape, integerField } from '@salar/protocol/wire/index';
import { done, refuseCall, sessionCall } from '../../call.ts';

export const cancelOrder = sessionCall({
  name: 'CancelOrder',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount', OrderId: 'ownOrder' },
  input: { ClientOrderId: withAliases(integerField(), 'ClOrderId', 'ClOrdId') },
  output: genericShape,
  rate: 'cancels',
  repeats: 'a day',
  about:
    'Cancels one open order, by OrderId or by ClientOrderId. The order is canceled when the call returns.',
  example: {
    input: { OMSId: 1, AccountId: 1031, OrderId: 5120 },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, accountId, orderId }, { ClientOrderId }) {
    if (orderId === null && !ClientOrderId) return refuseCall('invalidRequest', 'OrderId is Required');
    const order = orderId ?? services.orders.openByClientOrderId(accountId, ClientOrderId ?? 0);
    if (order === null) {
      await services.sequencer.settled(); // its end may not be durable yet
      return refuseCall('notFound', 'Order Not Found');
    }
    const outcome = await services.orders.cancel(accountId, order);
    return outcome.ok ? done : refuseCall('notFound', 'Order Not Found');
  },
});
