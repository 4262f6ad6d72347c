import { ticketPollMs } from '../cache-policy.ts';
import { useGetDepositTicketsQuery } from '../calls/get-deposit-tickets.ts';
import { useGetWithdrawTicketsQuery } from '../calls/get-withdraw-tickets.ts';

const ticketsMax = 100; // product spec, section 9: the deposit query used in balances

/** The newest tickets of the customer, asked again while the page is looked at. Undefined while they are unknown. */
export function useTickets(accountId: number | null) {
  const page = { accountId: accountId ?? 0, startIndex: 0, limit: ticketsMax };
  const options = { skip: accountId === null, pollingInterval: ticketPollMs, skipPollingIfUnfocused: true };
  const deposits = useGetDepositTicketsQuery(page, options);
  const withdrawals = useGetWithdrawTicketsQuery(page, options);
  return {
    deposits: deposits.data,
    withdrawals: withdrawals.data,
    error: deposits.error ?? withdrawals.error,
    refetch: () => {
      if (deposits.error) void deposits.refetch();
      if (withdrawals.error) void withdrawals.refetch();
    },
  };
}
