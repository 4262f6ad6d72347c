import { useState } from 'react';
import { openTicketPollMs, ticketPollMs } from '../../../../api/cache-policy.ts';
import { useGetWithdrawTicketsQuery } from '../../../../api/calls/transfers/get-withdraw-tickets.ts';
import { useAccountPollMs } from '../../../../store/live-slice.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { isOpenWithdrawal } from '../../ticket-steps.ts';

/** How many of the newest tickets are searched for open ones and for destinations used before. */
export const openTicketsMax = 100;
const none: readonly Ticket[] = [];

export type Withdrawals = {
  /** All, newest first, in any state. */
  readonly all: readonly Ticket[];
  /** The open ones, and those that ended while the page was open. */
  readonly open: readonly Ticket[];
};

/**
 * The account's withdrawals, kept up to date. Without the live connection they are polled, more often while one is
 * open.
 */
export function useWithdrawals(accountId: number | null): Withdrawals {
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
  return { all: data, open: data.filter(({ requestCode }) => seenOpen.has(requestCode)) };
}
