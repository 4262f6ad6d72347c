import { Card } from '@salar/ui';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { WithdrawTicket } from './withdraw-ticket.tsx';

export type OpenWithdrawalsProps = {
  readonly accountId: number;
  readonly tickets: readonly Ticket[];
};

/** Withdrawals on their way, each with its steps. Draws nothing without any. */
export function OpenWithdrawals({ accountId, tickets }: OpenWithdrawalsProps) {
  const { t } = useTranslation();
  if (tickets.length === 0) return null;
  return (
    <Card title={t('transfers.withdraw.open')}>
      <ul className="flex flex-col divide-y divide-line">
        {tickets.map((ticket) => (
          <li key={ticket.ticketNumber} className="py-4 first:pt-0 last:pb-0">
            <WithdrawTicket ticket={ticket} accountId={accountId} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
