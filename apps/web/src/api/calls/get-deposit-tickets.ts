import { api, operatorId } from '../api.ts';
import { omsCall } from '../request.ts';
import type { AccountPage } from '../records/page.ts';
import { readTicket } from '../records/ticket.ts';
import type { Ticket } from '../records/ticket.ts';
import { readRows } from '../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getDepositTickets: build.query<Ticket[], AccountPage & { productId?: number }>({
      query: ({ accountId, startIndex, limit, productId }) =>
        omsCall('GetDepositTickets', {
          OperatorId: operatorId,
          AccountId: accountId,
          StartIndex: startIndex,
          Limit: limit,
          ...(productId === undefined ? {} : { ProductId: productId }),
        }),
      transformResponse: (answer) => readRows(answer).map(readTicket),
      providesTags: [{ type: 'WithdrawTickets', id: 'deposits' }],
    }),
  }),
});

export const { useGetDepositTicketsQuery } = injected;
