import { api } from '../../../api/api.ts';
import { omsCall } from '../../../api/request.ts';
import { readOrder } from '../../../api/records/order.ts';
import type { Order } from '../../../api/records/order.ts';
import type { AccountPage } from '../../../api/records/page.ts';
import { readEachRow, WireShapeError } from '../../../api/wire/wire-row.ts';

/** The newest orders on one instrument. */
const newestOrders = omsCall(
  'GetOrders',
  ({ accountId, instrumentId, limit }: { accountId: number; instrumentId: number; limit: number }) => ({
    AccountId: accountId,
    InstrumentId: instrumentId,
    StartIndex: 0,
    Limit: limit,
  }),
  readEachRow(readOrder),
);

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Returns orders on several instruments, newest first: the orders that touch one product.
     * The server filters by one instrument, so each is queried from its newest order on and the page is cut from the
     * merged list. That keeps pages exact.
     */
    getProductOrders: build.query<Order[], AccountPage & { readonly instrumentIds: readonly number[] }>({
      queryFn: async ({ accountId, startIndex, limit, instrumentIds }, _api, _options, send) => {
        const answers = await Promise.all(
          instrumentIds.map(async (instrumentId) =>
            send(newestOrders.query({ accountId, instrumentId, limit: startIndex + limit })),
          ),
        );
        const failed = answers.find(({ error }) => error !== undefined);
        if (failed?.error) return { error: failed.error };
        try {
          const orders = answers.flatMap(({ data }) => newestOrders.transformResponse(data));
          return { data: orders.sort(newestFirst).slice(startIndex, startIndex + limit) };
        } catch (problem) {
          if (!(problem instanceof WireShapeError)) throw problem;
          return {
            error: { status: 'PARSING_ERROR', originalStatus: 200, data: '', error: problem.message },
          };
        }
      },
      providesTags: [{ type: 'OrderTickets', id: 'orders' }],
    }),
  }),
});

export const { useGetProductOrdersQuery } = injected;

function newestFirst(a: Order, b: Order): number {
  return b.receivedAt - a.receivedAt || b.orderId - a.orderId;
}
