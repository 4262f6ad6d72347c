import { DateTime } from '@salar/ui';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { useTicketLabels } from '../../../../parts/tickets/use-ticket-labels.ts';
import { isOpenWithdrawal } from '../../ticket-steps.ts';

/** The server's reason of a withdrawal that waits because its customer's level has fallen. */
const aboveLevel = 'Verification level too low';

/** Explains the state of a withdrawal: what happens next, when a delayed one continues, and why one was refused. */
export function WithdrawHelp({ ticket }: { readonly ticket: Ticket }) {
  const { t } = useTranslation();
  const { help } = useTicketLabels().withdrawal(ticket.status);
  const { delayedUntil, rejectReason } = ticket;
  const isAboveLevel = rejectReason === aboveLevel && isOpenWithdrawal(ticket);
  return (
    <>
      {isAboveLevel ? t('transfers.ticket.aboveLevel') : help}
      {delayedUntil === null ? null : (
        <>
          {' '}
          {t('transfers.ticket.goesOn')} <DateTime at={delayedUntil} className="num" />
        </>
      )}
      {rejectReason && !isOpenWithdrawal(ticket)
        ? ` ${t('transfers.ticket.reason', { reason: rejectReason })}`
        : ''}
    </>
  );
}
