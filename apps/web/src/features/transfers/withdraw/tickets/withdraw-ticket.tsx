import { DateTime, StatusPill } from '@salar/ui';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { subtract } from '../../../../money/decimal.ts';
import { OwnAmount } from '../../../../lib/amounts/own-amount.tsx';
import { statusTone } from '../../../../parts/tickets/status-tone.ts';
import { useTicketLabels } from '../../../../parts/tickets/use-ticket-labels.ts';
import { CancelWithdrawal } from './cancel-withdrawal.tsx';
import { TicketReceiver } from './ticket-receiver.tsx';
import { canCancel } from '../../ticket-steps.ts';
import { WithdrawHelp } from './withdraw-help.tsx';
import { WithdrawSteps } from './withdraw-steps.tsx';

/** One open withdrawal: its state, its next step, and a way to cancel it while that is possible. */
export function WithdrawTicket({
  ticket,
  accountId,
}: {
  readonly ticket: Ticket;
  readonly accountId: number;
}) {
  const { t } = useTranslation();
  const { name } = useTicketLabels().withdrawal(ticket.status);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-lead font-semibold">
          <OwnAmount value={ticket.amount} unit={ticket.symbol} />
        </span>
        <StatusPill tone={statusTone(ticket.status)}>{name}</StatusPill>
      </div>
      <WithdrawSteps ticket={ticket} />
      <p className="text-small text-ink-2" aria-live="polite">
        <WithdrawHelp ticket={ticket} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-3">
        <span>
          {t('transfers.ticket.receives')}{' '}
          <OwnAmount value={subtract(ticket.amount, ticket.fee)} unit={ticket.symbol} />
        </span>
        <TicketReceiver ticket={ticket} />
        <DateTime at={ticket.createdAt} className="num" />
        {ticket.transactionId ? (
          <span className="font-mono [overflow-wrap:anywhere]">{ticket.transactionId}</span>
        ) : null}
      </p>
      {canCancel(ticket) ? <CancelWithdrawal ticket={ticket} accountId={accountId} /> : null}
    </div>
  );
}
