import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readOpenOrder } from '../records/order.ts';
import type { OpenOrder } from '../records/order.ts';
import { eachRow } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getOpenOrders: build.query<OpenOrder[], { accountId: number }>({
      ...omsCall('GetOpenOrders', ({ accountId }) => ({ AccountId: accountId }), eachRow(readOpenOrder)),
      providesTags: [{ type: 'OrderTickets', id: 'open' }],
    }),
  }),
});

export const { useGetOpenOrdersQuery } = injected;
