import { ticketPollMs } from '../cache-policy.ts';
import { useGetDepositTicketsQuery } from '../calls/get-deposit-tickets.ts';
import { useGetWithdrawTicketsQuery } from '../calls/get-withdraw-tickets.ts';
import { useAccountPollMs } from '../live/live-slice.ts';

const ticketsMax = 100; // product spec, section 9: the deposit query used in balances

/** The newest tickets of the customer, as they change. Undefined while they are unknown. */
export function useTickets(accountId: number | null) {
  const page = { accountId: accountId ?? 0, startIndex: 0, limit: ticketsMax };
  const pollingInterval = useAccountPollMs(ticketPollMs);
  const options = { skip: accountId === null, pollingInterval, skipPollingIfUnfocused: true };
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
