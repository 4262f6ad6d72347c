import { api, operatorId } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { AccountPage } from '../../records/page.ts';
import { readWithdrawTicket } from '../../records/ticket.ts';
import type { Ticket } from '../../records/ticket.ts';
import { readEachRow } from '../../wire/wire-row.ts';

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getWithdrawTickets: build.query<Ticket[], AccountPage & { productId?: number }>({
      ...omsCall(
        'GetWithdrawTickets',
        ({ accountId, startIndex, limit, productId }) => ({
          OperatorId: operatorId,
          AccountId: accountId,
          StartIndex: startIndex,
          Limit: limit,
          ProductId: productId,
        }),
        readEachRow(readWithdrawTicket),
      ),
      providesTags: [{ type: 'WithdrawTickets', id: 'withdrawals' }],
    }),
  }),
});

export const { useGetWithdrawTicketsQuery } = injected;
