import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readOpenOrder } from '../records/order.ts';
import type { OpenOrder } from '../records/order.ts';
import { readRows } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getOpenOrders: build.query<OpenOrder[], { accountId: number }>({
      query: ({ accountId }) => omsCall('GetOpenOrders', { AccountId: accountId }),
      transformResponse: (answer) => readRows(answer).map(readOpenOrder),
      providesTags: [{ type: 'OrderTickets', id: 'open' }],
    }),
  }),
});

export const { useGetOpenOrdersQuery } = injected;
