import { useState } from 'react';
import { openTicketPollMs, ticketPollMs } from '../../../api/cache-policy.ts';
import { useGetDepositTicketsQuery } from '../../../api/calls/transfers/get-deposit-tickets.ts';
import { useAccountPollMs } from '../../../store/live-slice.ts';
import type { Ticket } from '../../../api/records/ticket.ts';
import { isOpenDeposit } from '../ticket-steps.ts';

const shownMax = 3;
const none: readonly Ticket[] = [];

/**
 * The newest deposits of one product, kept up to date. Without live updates they are polled, more often while one of
 * them is on its way.
 */
export function useDepositTickets({ accountId, productId }: { accountId: number; productId: number }) {
  const [isMoving, setIsMoving] = useState(false);
  const pollingInterval = useAccountPollMs(isMoving ? openTicketPollMs : ticketPollMs);
  const { currentData } = useGetDepositTicketsQuery(
    { accountId, startIndex: 0, limit: shownMax, productId },
    { pollingInterval, skipPollingIfUnfocused: true },
  );
  const tickets = currentData ?? none;
  const hasOpen = tickets.some(isOpenDeposit);
  if (hasOpen !== isMoving) setIsMoving(hasOpen);
  return tickets;
}
