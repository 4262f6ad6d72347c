import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { readOrder } from '../records/order.ts';
import type { Order } from '../records/order.ts';
import type { AccountPage } from '../records/page.ts';
import { readRows } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first, open ones included. */
    getOrders: build.query<Order[], AccountPage & { instrumentId?: number }>({
      query: ({ accountId, startIndex, limit, instrumentId }) =>
        omsCall('GetOrders', {
          AccountId: accountId,
          StartIndex: startIndex,
          Limit: limit,
          ...(instrumentId === undefined ? {} : { InstrumentId: instrumentId }),
        }),
      transformResponse: (answer) => readRows(answer).map(readOrder),
      providesTags: [{ type: 'OrderTickets', id: 'orders' }],
    }),
  }),
});

export const { useGetOrdersQuery } = injected;
