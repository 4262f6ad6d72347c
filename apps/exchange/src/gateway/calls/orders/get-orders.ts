import { instrumentId, orderId } from '@salar/protocol';
import type { OrderStatus } from '@salar/protocol';
import {
  withAliases,
  enumField,
  id,
  integerField,
  orderShape,
  orderStates,
  shape,
  timeField,
} from '@salar/protocol/wire';
import type { InputOf, WireOrder } from '@salar/protocol/wire';
import { toOrderRows } from '../../wire-rows/order-row.ts';
import { sessionCall } from './chapter-calls.ts';
import type { SessionContext } from './chapter-calls.ts';

const rowsMax = 1000;

const fields = {
  OrderState: enumField(orderStates),
  OrderId: id(),
  ClientOrderId: id(),
  OriginalOrderId: id(),
  OriginalClientOrderId: id(),
  InstrumentId: id(),
  StartTimeStamp: timeField(),
  EndTimeStamp: timeField(),
  StartIndex: integerField(),
  Limit: withAliases(integerField(), 'Depth', 'Count'),
};

export const getOrders = ordersCall('GetOrders', { limitDefault: rowsMax });
export const getOrdersHistory = ordersCall('GetOrdersHistory', {
  aliases: ['GetOrderHistory'],
  limitDefault: 100,
});

function ordersCall(
  name: string,
  { limitDefault, aliases }: { readonly limitDefault: number; readonly aliases?: readonly string[] },
) {
  return sessionCall({
    name,
    ...(aliases && { aliases }),
    permissions: ['Trading'],
    subject: { AccountId: 'ownAccount', UserId: 'ownUser' },
    input: fields,
    output: shape.list(orderShape),
    rate: 'read',
    about: `Open and finished orders of the account in their latest state, newest first; ${limitDefault} without Limit, ${rowsMax} at most. \`OriginalOrderId\` finds an order and all its replacements.`,
    example: {
      input: { OMSId: 1, AccountId: 1031, StartIndex: 0, Limit: 10 },
      output: [{ OrderId: 5120, OrderState: 'FullyExecuted', QuantityExecuted: 0.1 }],
    },
    run: (context, input) => findOrders(context, input, limitDefault),
  });
}

async function findOrders(
  { services, user, accountId }: SessionContext,
  input: InputOf<typeof fields>,
  limitDefault: number,
): Promise<readonly WireOrder[]> {
  const limit = Math.min(input.Limit ?? limitDefault, rowsMax);
  const isFinishedOtherwise =
    input.OrderState !== undefined && statusesByState[input.OrderState] === undefined;
  if (limit === 0 || isFinishedOtherwise) return [];
  const orders = await services.trading.orderHistory.page({
    accountId,
    filter: {
      instrumentId: input.InstrumentId === undefined ? undefined : instrumentId(input.InstrumentId),
      orderId: input.OrderId === undefined ? undefined : orderId(input.OrderId),
      clientOrderId: input.ClientOrderId,
      originOrderId: input.OriginalOrderId === undefined ? undefined : orderId(input.OriginalOrderId),
      originClientOrderId: input.OriginalClientOrderId,
      status: input.OrderState === undefined ? undefined : statusesByState[input.OrderState],
      since: input.StartTimeStamp,
      until: input.EndTimeStamp,
    },
    startIndex: input.StartIndex ?? 0,
    limit,
  });
  return services.engine.read((view) => toOrderRows(orders, view, user.userName));
}

/** The states that our orders can have; the others never occur. */
const statusesByState: Readonly<Partial<Record<keyof typeof orderStates, OrderStatus>>> = {
  Working: 'working',
  Canceled: 'canceled',
  Expired: 'expired',
  FullyExecuted: 'filled',
};
