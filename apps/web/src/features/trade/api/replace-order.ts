import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { toWireOrder } from '../../../api/calls/orders/place-order.ts';
import type { NewOrder } from '../../../api/calls/orders/place-order.ts';

/** A new order that replaces an open one of the same instrument and side. */
export type OrderReplacement = NewOrder & { readonly replacedOrderId: number };

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Atomic: either the order is replaced, or the open order stays unchanged. */
    replaceOrder: build.mutation<null, OrderReplacement>({
      ...omsCall(
        'CancelReplaceOrder',
        (order) => ({
          AccountId: order.accountId,
          OrderIdToReplace: order.replacedOrderId,
          ...toWireOrder(order),
        }),
        () => null,
      ),
      invalidatesTags: ['OrderTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useReplaceOrderMutation } = injected;
