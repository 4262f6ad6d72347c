import { Card, DateTime, DepositIcon, ErrorState, Num, SendIcon, Skeleton, StatusPill } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/failure.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { statusTone } from './status-tone.ts';
import { useHistoryWords } from './use-history-words.ts';

const shownMax = 6;

export type RecentActivityProps = {
  /** Undefined while they are unknown. */
  readonly deposits: readonly Ticket[] | undefined;
  readonly withdrawals: readonly Ticket[] | undefined;
  readonly error: ApiError | undefined;
  readonly onRetry: () => void;
  readonly isHidden: boolean;
};

/** The newest deposits and withdrawals beside the table, where there is room for them. */
export function RecentActivity({ deposits, withdrawals, error, onRetry, isHidden }: RecentActivityProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const isKnown = deposits !== undefined && withdrawals !== undefined;
  return (
    <Card title={t('balances.recent.title')}>
      {isKnown ? (
        <Entries deposits={deposits} withdrawals={withdrawals} isHidden={isHidden} />
      ) : error ? (
        <ErrorState
          title={t('balances.history.error')}
          retryLabel={t('common.retry')}
          onRetry={onRetry}
          isCompact
        >
          {failureText(error)}
        </ErrorState>
      ) : (
        <div aria-busy="true" className="flex flex-col gap-5">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-20 w-full" />
        </div>
      )}
    </Card>
  );
}

type EntriesProps = {
  readonly deposits: readonly Ticket[];
  readonly withdrawals: readonly Ticket[];
  readonly isHidden: boolean;
};

function Entries({ deposits, withdrawals, isHidden }: EntriesProps) {
  const { t } = useTranslation();
  const words = useHistoryWords();
  const entries = [
    ...deposits.map((ticket) => ({ ticket, isDeposit: true })),
    ...withdrawals.map((ticket) => ({ ticket, isDeposit: false })),
  ]
    .sort((a, b) => b.ticket.createdAt.localeCompare(a.ticket.createdAt))
    .slice(0, shownMax);
  if (entries.length === 0) return <p className="text-ink-2">{t('balances.recent.empty')}</p>;
  return (
    <ul className="flex flex-col gap-5">
      {entries.map(({ ticket, isDeposit }) => (
        <li key={`${isDeposit}-${ticket.ticketNumber}`} className="flex gap-3">
          <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-2">
            {isDeposit ? <DepositIcon size={18} /> : <SendIcon size={18} />}
          </span>
          <span className="flex min-w-0 grow flex-col gap-1">
            <span className="font-medium">
              {t(isDeposit ? 'balances.recent.deposit' : 'balances.recent.withdrawal', {
                symbol: ticket.symbol,
              })}
            </span>
            <Num value={ticket.amount} unit={ticket.symbol} maxPlaces={8} isHidden={isHidden} />
            <DateTime at={ticket.createdAt} className="num text-small text-ink-3" />
            <span>
              <StatusPill tone={statusTone(ticket.status)}>{words.status(ticket.status)}</StatusPill>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
