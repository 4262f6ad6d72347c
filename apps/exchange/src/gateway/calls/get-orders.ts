import { instrumentId, orderId } from '@salar/protocol';
import type { OrderStatus } from '@salar/protocol';
import {
  alsoCalled,
  enumField,
  id,
  integerField,
  orderShape,
  orderStates,
  shape,
  timeField,
} from '@salar/protocol/wire/index';
import { sessionCall } from '../call.ts';
import { orderRows } from '../rows/order-row.ts';

const rowsMax = 1000;

export const getOrders = sessionCall({
  name: 'GetOrders',
  aliases: ['GetOrdersHistory', 'GetOrderHistory'],
  permissions: ['Trading'],
  subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
  input: {
    OrderState: enumField(orderStates),
    OrderId: id(),
    ClientOrderId: id(),
    OriginalOrderId: id(),
    OriginalClientOrderId: id(),
    InstrumentId: id(),
    StartTimeStamp: timeField(),
    EndTimeStamp: timeField(),
    StartIndex: integerField(),
    Limit: alsoCalled(integerField(), 'Depth', 'Count'),
  },
  output: shape.list(orderShape),
  rate: 'read',
  about:
    'Open and finished orders of the account in their latest state, newest first. `OriginalOrderId` finds an order with all that replaced it.',
  example: {
    input: { OMSId: 1, AccountId: 1031, StartIndex: 0, Limit: 10 },
    output: [{ OrderId: 5120, OrderState: 'FullyExecuted', QuantityExecuted: 0.1 }],
  },
  async run({ services, user, accountId }, input) {
    const limit = Math.min(input.Limit ?? rowsMax, rowsMax);
    const isFinishedOtherwise = input.OrderState !== undefined && statusOf[input.OrderState] === undefined;
    if (limit === 0 || isFinishedOtherwise) return [];
    const orders = await services.orderHistory.page({
      accountId,
      filter: {
        instrumentId: input.InstrumentId === undefined ? undefined : instrumentId(input.InstrumentId),
        orderId: input.OrderId === undefined ? undefined : orderId(input.OrderId),
        clientOrderId: input.ClientOrderId,
        originOrderId: input.OriginalOrderId === undefined ? undefined : orderId(input.OriginalOrderId),
        originClientOrderId: input.OriginalClientOrderId,
        status: input.OrderState === undefined ? undefined : statusOf[input.OrderState],
        since: input.StartTimeStamp,
        until: input.EndTimeStamp,
      },
      startIndex: input.StartIndex ?? 0,
      limit,
    });
    return orderRows(orders, services.sequencer.engine, user.userName);
  },
});

/** States that an order of ours can be in; no order is ever in the others. */
const statusOf: Readonly<Partial<Record<keyof typeof orderStates, OrderStatus>>> = {
  Working: 'working',
  Canceled: 'canceled',
  Expired: 'expired',
  FullyExecuted: 'filled',
};
