import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readOrder } from '../records/order.ts';
import type { Order } from '../records/order.ts';
import { WireRow } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** One order of the customer, open or finished. An unknown one is an error of HTTP status 400. */
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
