import { Card, DateTime, DepositIcon, Num, SendIcon, StatusPill } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { Ticket } from '../../api/records/ticket.ts';
import { statusTone } from './status-tone.ts';
import { useHistoryWords } from './use-history-words.ts';

const shownMax = 6;

export type RecentActivityProps = {
  readonly deposits: readonly Ticket[];
  readonly withdrawals: readonly Ticket[];
  readonly isHidden: boolean;
};

/** The newest deposits and withdrawals beside the table, where there is room for them. */
export function RecentActivity({ deposits, withdrawals, isHidden }: RecentActivityProps) {
  const { t } = useTranslation();
  const words = useHistoryWords();
  const entries = [
    ...deposits.map((ticket) => ({ ticket, isDeposit: true })),
    ...withdrawals.map((ticket) => ({ ticket, isDeposit: false })),
  ]
    .sort((a, b) => b.ticket.createdAt.localeCompare(a.ticket.createdAt))
    .slice(0, shownMax);
  return (
    <Card title={t('balances.recent.title')}>
      {entries.length === 0 ? <p className="text-ink-2">{t('balances.recent.empty')}</p> : null}
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
    </Card>
  );
}
