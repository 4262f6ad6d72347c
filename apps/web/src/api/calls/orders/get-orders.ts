import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import { readOrder } from '../../records/order.ts';
import type { Order } from '../../records/order.ts';
import type { AccountPage } from '../../records/page.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first, including open orders. */
    getOrders: build.query<Order[], AccountPage & { instrumentId?: number; clientOrderId?: number }>({
      ...omsCall(
        'GetOrders',
        ({ accountId, startIndex, limit, instrumentId, clientOrderId }) => ({
          AccountId: accountId,
          StartIndex: startIndex,
          Limit: limit,
          InstrumentId: instrumentId,
          ClientOrderId: clientOrderId,
        }),
        readEachRow(readOrder),
      ),
      providesTags: [{ type: 'OrderTickets', id: 'orders' }],
    }),
  }),
});

export const { useGetOrdersQuery, useLazyGetOrdersQuery } = injected;
