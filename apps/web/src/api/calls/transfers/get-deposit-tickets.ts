import { api, operatorId } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { AccountPage } from '../../records/page.ts';
import { readDepositTicket } from '../../records/ticket.ts';
import type { Ticket } from '../../records/ticket.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getDepositTickets: build.query<Ticket[], AccountPage & { productId?: number }>({
      ...omsCall(
        'GetDepositTickets',
        ({ accountId, startIndex, limit, productId }) => ({
          OperatorId: operatorId,
          AccountId: accountId,
          StartIndex: startIndex,
          Limit: limit,
          ProductId: productId,
        }),
        readEachRow(readDepositTicket),
      ),
      providesTags: [{ type: 'WithdrawTickets', id: 'deposits' }],
    }),
  }),
});

export const { useGetDepositTicketsQuery } = injected;
