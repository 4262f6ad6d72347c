import { Card, DateTime, Num, StatusPill } from '@salar/ui';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { statusTone } from '../../../../parts/tickets/status-tone.ts';
import { useTicketLabels } from '../../../../parts/tickets/use-ticket-labels.ts';
import { TicketReceiver } from './ticket-receiver.tsx';

/** The last withdrawals that have ended, newest first. Draws nothing without any. */
export function LatestWithdrawals({ tickets }: { readonly tickets: readonly Ticket[] }) {
  const { t } = useTranslation();
  if (tickets.length === 0) return null;
  return (
    <Card title={t('transfers.withdraw.latest')}>
      <ul className="flex flex-col divide-y divide-line">
        {tickets.map((ticket) => (
          <WithdrawalRow key={ticket.ticketNumber} ticket={ticket} />
        ))}
      </ul>
    </Card>
  );
}

function WithdrawalRow({ ticket }: { readonly ticket: Ticket }) {
  const { name } = useTicketLabels().withdrawal(ticket.status);
  return (
    <li className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-semibold">
          <Num value={ticket.amount} unit={ticket.symbol} />
        </span>
        <StatusPill tone={statusTone(ticket.status)}>{name}</StatusPill>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-3">
        <TicketReceiver ticket={ticket} />
        <DateTime at={ticket.createdAt} className="num" />
      </p>
    </li>
  );
}
