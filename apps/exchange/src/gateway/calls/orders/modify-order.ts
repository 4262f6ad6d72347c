import { instrumentId } from '@salar/protocol';
import { decimalField, genericShape, id } from '@salar/protocol/wire';
import type { ModifyRefusal } from '@salar/services/orders/order-service';
import { done, refuseCall } from '../../call.ts';
import type { CallRefusal } from '../../call.ts';
import { sessionCall } from './chapter-calls.ts';

export const modifyOrder = sessionCall({
  name: 'ModifyOrder',
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount', OrderId: 'ownOrder' },
  input: { InstrumentId: id(), Quantity: decimalField() },
  output: genericShape,
  rate: 'orders',
  repeats: 'a day',
  about:
    'Lowers the remaining quantity of an open order to `Quantity`. The order keeps its id and its queue position.',
  example: {
    input: { OMSId: 1, AccountId: 1031, OrderId: 5120, InstrumentId: 1, Quantity: '0.01' },
    output: { result: true, errormsg: null, errorcode: 0, detail: null },
  },
  async run({ services, session, accountId, orderId }, { InstrumentId, Quantity }) {
    if (orderId === null || Quantity === undefined)
      return refuseCall('invalidRequest', 'Not all required fields are provided');
    const instrument = InstrumentId === undefined ? undefined : instrumentId(InstrumentId);
    const outcome = await services.trading.orders.modify(
      { accountId, orderId, quantity: Quantity, instrumentId: instrument },
      session.key,
    );
    return outcome.ok ? done : answers[outcome.refusal];
  },
});

const answers: Readonly<Record<ModifyRefusal, CallRefusal>> = {
  order_unknown: refuseCall('notFound', 'Order Not Found'),
  market_not_running: refuseCall('operationFailed', null, 'Market_Not_Running'),
  quantity_increment: refuseCall(
    'invalidRequest',
    'Quantity is not a multiple of QuantityIncrement',
    'Invalid Quantity',
  ),
  quantity_invalid: refuseCall(
    'invalidRequest',
    'Quantity must be above zero and at most what is left',
    'Invalid Quantity',
  ),
  quantity_below_minimum: refuseCall('operationFailed', null, 'Quantity_Below_Minimum'),
};
