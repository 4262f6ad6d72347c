import { orderId } from '@salar/protocol';
import { withAliases, id, required, shape } from '@salar/protocol/wire';
import { refuseCall } from '../../call.ts';
import { rejectReasons } from '../../wire-rows/reject-reasons.ts';
import { sessionCall } from './chapter-calls.ts';
import { orderFields, readOrderRequest } from './order-wire.ts';

const { integer, object } = shape;

export const cancelReplaceOrder = sessionCall({
  name: 'CancelReplaceOrder',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount' },
  input: { OrderIdToReplace: required(withAliases(id(), 'ReplaceOrderId')), ...orderFields },
  output: object({
    ReplacementOrderId: integer,
    ReplacementClOrdId: integer,
    OrigOrderId: integer,
    OrigClOrdId: integer,
  }),
  rate: 'orders',
  repeats: 'for ever',
  about:
    'Replaces an open order by a new one, atomically: on a refusal the open order is unchanged. Instrument and side must be the same. The new order keeps the queue position when it only lowers the quantity. `OrigOrderId` is the first order of the chain.',
  example: {
    input: {
      OMSId: 1,
      AccountId: 1031,
      OrderIdToReplace: 5120,
      InstrumentId: 1,
      Side: 'Buy',
      OrderType: 'Limit',
      Quantity: '0.02',
      LimitPrice: '61000',
      ClientOrderId: 77002,
    },
    output: { ReplacementOrderId: 5121, ReplacementClOrdId: 77002, OrigOrderId: 5120, OrigClOrdId: 77001 },
  },
  async run(context, input) {
    const { services, accountId, session } = context;
    const request = readOrderRequest(input, context);
    if (!request.ok) return refuseCall('operationFailed', null, rejectReasons[request.refusal]);
    const outcome = await services.trading.orders.replace(
      orderId(input.OrderIdToReplace),
      request.value,
      session.key,
    );
    if (!outcome.ok) {
      if (outcome.refusal === 'order_unknown') return refuseCall('notFound', 'Order Not Found');
      if (outcome.refusal === 'instrument_unknown')
        return refuseCall('invalidRequest', null, `Invalid InstrumentId: ${input.InstrumentId}`);
      return refuseCall('operationFailed', null, rejectReasons[outcome.refusal]);
    }
    const { orderId: placedId } = outcome.value;
    const origin =
      outcome.value.origin ?? (await services.trading.orderHistory.find(accountId, placedId))?.origin ?? null;
    return {
      ReplacementOrderId: placedId,
      ReplacementClOrdId: request.value.clientOrderId,
      OrigOrderId: origin?.orderId ?? placedId,
      OrigClOrdId: origin?.clientOrderId ?? request.value.clientOrderId,
    };
  },
});
