import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readOrder } from '../../../api/records/order.ts';
import type { Order } from '../../../api/records/order.ts';
import { WireRow } from '../../../api/wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** One order of the customer, open or finished. An unknown id is an HTTP error with status 400. */
    getOrderStatus: build.query<Order, { readonly accountId: number; readonly orderId: number }>({
      ...omsCall(
        'GetOrderStatus',
        ({ accountId, orderId }) => ({ AccountId: accountId, OrderId: orderId }),
        (answer) => readOrder(new WireRow(answer)),
      ),
      providesTags: ['OrderTickets'],
    }),
  }),
});

export const { useGetOrderStatusQuery } = injected;
