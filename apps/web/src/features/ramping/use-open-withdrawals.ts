import { useState } from 'react';
import { openTicketPollMs, ticketPollMs } from '../../api/cache-policy.ts';
import { useGetWithdrawTicketsQuery } from '../../api/calls/get-withdraw-tickets.ts';
import { useAccountPollMs } from '../../api/live/live-slice.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import { isOpenWithdrawal } from './ticket-steps.ts';

/** The newest tickets that are looked through for open ones and for destinations used before. */
export const openTicketsMax = 100;
const none: readonly Ticket[] = [];

/**
 * Withdrawals that are open, and those that ended while the page was looked at.
 *
 * While changes are not told, they are asked for more often when one of them is on its way.
 */
export function useOpenWithdrawals(accountId: number | null): readonly Ticket[] {
  const [seenOpen, setSeenOpen] = useState<ReadonlySet<string>>(new Set());
  const [isMoving, setIsMoving] = useState(false);
  const pollingInterval = useAccountPollMs(isMoving ? openTicketPollMs : ticketPollMs);
  const { data = none } = useGetWithdrawTicketsQuery(
    { accountId: accountId ?? 0, startIndex: 0, limit: openTicketsMax },
    { skip: accountId === null, pollingInterval, skipPollingIfUnfocused: true },
  );
  const open = data.filter(isOpenWithdrawal);
  if (open.length > 0 !== isMoving) setIsMoving(open.length > 0);
  if (open.some(({ requestCode }) => !seenOpen.has(requestCode)))
    setSeenOpen(new Set([...seenOpen, ...open.map(({ requestCode }) => requestCode)]));
  return data.filter(({ requestCode }) => seenOpen.has(requestCode));
}
