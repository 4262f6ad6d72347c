import { ticketPollMs } from '../api/cache-policy.ts';
import { useGetDepositTicketsQuery } from '../api/calls/transfers/get-deposit-tickets.ts';
import { useGetWithdrawTicketsQuery } from '../api/calls/transfers/get-withdraw-tickets.ts';
import { visibleState } from '../api/visible-state.ts';
import { useAccountPollMs } from '../store/live-slice.ts';

const ticketsMax = 100; // product spec, section 9: the deposit query used in balances

/** Returns the customer's newest deposits, kept up to date. `data` is undefined while they are unknown. */
export function useDeposits(accountId: number | null) {
  const [newest, how] = useNewest(accountId);
  return useGetDepositTicketsQuery(newest, { ...how, selectFromResult: visibleState });
}

/** Returns the customer's newest withdrawals, kept up to date. `data` is undefined while they are unknown. */
export function useWithdrawals(accountId: number | null) {
  const [newest, how] = useNewest(accountId);
  return useGetWithdrawTicketsQuery(newest, { ...how, selectFromResult: visibleState });
}

function useNewest(accountId: number | null) {
  const pollingInterval = useAccountPollMs(ticketPollMs);
  return [
    { accountId: accountId ?? 0, startIndex: 0, limit: ticketsMax },
    { skip: accountId === null, pollingInterval, skipPollingIfUnfocused: true },
  ] as const;
}
