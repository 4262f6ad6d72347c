import { pendingTicketPollMs, restingTicketPollMs } from '../cache-policy.ts';
import { useGetDepositTicketsQuery } from '../calls/get-deposit-tickets.ts';
import { useGetWithdrawTicketsQuery } from '../calls/get-withdraw-tickets.ts';
import { isOnItsWay } from '../records/ticket.ts';
import type { Ticket } from '../records/ticket.ts';

const ticketsMax = 100; // product spec, section 9: the deposit query used in balances

const none: readonly Ticket[] = [];

/**
 * The newest tickets of the customer, followed closely while one of them is on its way.
 *
 * `pollMs` is how often balances should be asked again now.
 */
export function useTicketsInMotion(accountId: number | null) {
  const page = { accountId: accountId ?? 0, startIndex: 0, limit: ticketsMax };
  const skip = accountId === null;
  const deposits = useGetDepositTicketsQuery(page, { skip });
  const withdrawals = useGetWithdrawTicketsQuery(page, { skip });
  const isMoving = [...(deposits.data ?? none), ...(withdrawals.data ?? none)].some(isOnItsWay);
  const pollMs = isMoving ? pendingTicketPollMs : restingTicketPollMs;
  // A second subscription to the same answers: how often to ask depends on what they say.
  const polling = { skip, pollingInterval: pollMs, skipPollingIfUnfocused: true };
  useGetDepositTicketsQuery(page, polling);
  useGetWithdrawTicketsQuery(page, polling);
  return { deposits: deposits.data ?? none, withdrawals: withdrawals.data ?? none, pollMs };
}
