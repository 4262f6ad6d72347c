import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readOrder } from '../records/order.ts';
import type { Order } from '../records/order.ts';
import { readRows } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getOpenOrders: build.query<Order[], { accountId: number }>({
      query: ({ accountId }) => omsCall('GetOpenOrders', { AccountId: accountId }),
      transformResponse: (answer) => readRows(answer).map(readOrder),
      providesTags: [{ type: 'OrderTickets', id: 'open' }],
    }),
  }),
});

export const { useGetOpenOrdersQuery } = injected;
