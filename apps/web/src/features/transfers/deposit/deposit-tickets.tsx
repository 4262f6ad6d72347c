import { Button, Card, DateTime, Link, ProgressMeter, StatusPill, SwapIcon } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useNavigate } from 'react-router';
import type { Ticket } from '../../../api/records/ticket.ts';
import { buildHistoryPath } from '../../../lib/navigation/history-path.ts';
import { OwnAmount } from '../../../lib/amounts/own-amount.tsx';
import { statusTone } from '../../../parts/tickets/status-tone.ts';
import { useTicketLabels } from '../../../parts/tickets/use-ticket-labels.ts';
import { isOpenDeposit } from '../ticket-steps.ts';

export type DepositTicketsProps = {
  readonly tickets: readonly Ticket[];
  readonly productId: number;
  readonly symbol: string;
};

/** The deposits on their way or just credited, with their confirmations. */
export function DepositTickets({ tickets, productId, symbol }: DepositTicketsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Card title={t('transfers.deposit.latest', { symbol })}>
      <ul className="flex flex-col divide-y divide-line" aria-live="polite">
        {tickets.map((ticket) => (
          <DepositRow key={ticket.ticketNumber} ticket={ticket} />
        ))}
      </ul>
      <p className="mt-1 -mb-2 flex flex-wrap items-center justify-between gap-x-4">
        <Link
          href={buildHistoryPath({ productId, tab: 'deposits', line: 'newest' })}
          className="inline-flex min-h-11 items-center"
        >
          {t('transfers.deposit.history')}
        </Link>
        {tickets.some((ticket) => ticket.status === 'FullyProcessed') ? (
          <Button
            variant="quiet"
            size="sm"
            icon={<SwapIcon size={18} />}
            onPress={() => void navigate('/swap', { state: { fromCrypto: productId } })}
          >
            {t('transfers.deposit.swap', { symbol })}
          </Button>
        ) : null}
      </p>
    </Card>
  );
}

function DepositRow({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation();
  const labels = useTicketLabels();
  const { name } = labels.deposit(ticket.status);
  const { confirmations } = ticket;
  const isOpen = isOpenDeposit(ticket);
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="text-lead font-semibold">
          <OwnAmount value={ticket.amount} unit={ticket.symbol} />
        </span>
        <StatusPill tone={statusTone(ticket.status)}>{name}</StatusPill>
      </div>
      {isOpen && confirmations ? (
        <ProgressMeter
          label={t('transfers.deposit.confirmations', {
            seen: Math.min(confirmations.seen, confirmations.needed),
            needed: confirmations.needed,
          })}
          value={confirmations.seen}
          max={confirmations.needed}
        />
      ) : null}
      <p className="flex flex-wrap gap-x-3 text-small text-ink-3">
        {ticket.network ? <span>{ticket.network}</span> : null}
        <DateTime at={ticket.createdAt} className="num" />
        {ticket.rejectReason ? <span>{labels.reason(ticket.rejectReason)}</span> : null}
      </p>
    </li>
  );
}
