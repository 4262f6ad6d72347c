import { withAliases, genericShape, integerField } from '@salar/protocol/wire';
import { done, refuseCall } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const cancelOrder = sessionCall({
  name: 'CancelOrder',
  permissions: ['Trading'],
  isHot: true,
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
  run({ services, session, accountId, orderId }, { ClientOrderId }) {
    if (orderId === null && !ClientOrderId) return refuseCall('invalidRequest', 'OrderId is Required');
    const canceled =
      orderId === null
        ? services.trading.orders.cancelByClientOrderId(accountId, ClientOrderId ?? 0, session.key)
        : services.trading.orders.cancel(accountId, orderId, session.key);
    return canceled.then((outcome) => (outcome.ok ? done : refuseCall('notFound', 'Order Not Found')));
  },
});
