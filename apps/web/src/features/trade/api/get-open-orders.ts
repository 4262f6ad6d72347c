import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readOpenOrder } from '../../../api/records/order.ts';
import type { OpenOrder } from '../../../api/records/order.ts';
import { readEachRow } from '../../../api/wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getOpenOrders: build.query<OpenOrder[], { accountId: number }>({
      ...omsCall('GetOpenOrders', ({ accountId }) => ({ AccountId: accountId }), readEachRow(readOpenOrder)),
      providesTags: [{ type: 'OrderTickets', id: 'open' }],
    }),
  }),
});

export const { useGetOpenOrdersQuery } = injected;
