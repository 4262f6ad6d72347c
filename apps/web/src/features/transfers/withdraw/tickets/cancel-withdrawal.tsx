import { AlertDialog, Button, InlineNotice, formatDecimal, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { useCancelWithdrawMutation } from '../../api/cancel-withdraw.ts';
import { isOutcomeUnknown, toFailure } from '../../../../api/failure.ts';
import { useCustomer } from '../../../../customer/use-customer.ts';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { useOnline } from '../../../../lib/use-online.ts';

const tooLate = 'Withdraw ticket already processed';

/** Cancels a withdrawal, after a confirmation. */
export function CancelWithdrawal({
  ticket,
  accountId,
}: {
  readonly ticket: Ticket;
  readonly accountId: number;
}) {
  const { t } = useTranslation();
  const { userId } = useCustomer();
  const isOnline = useOnline();
  const [cancel, { isLoading }] = useCancelWithdrawMutation();
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<'tooLate' | 'refused' | 'unknown' | null>(null);
  const amount = `${formatDecimal(ticket.amount)} ${ticket.symbol}`;

  async function confirm() {
    if (userId === null) return;
    setProblem(null);
    const { data, error } = await cancel({ userId, accountId, requestCode: ticket.requestCode });
    setIsAsking(false);
    if (data?.isAccepted) notify.success(t('transfers.cancel.done'));
    else if (data) setProblem(data.detail === tooLate ? 'tooLate' : 'refused');
    else setProblem(error && isOutcomeUnknown(toFailure(error)) ? 'unknown' : 'refused');
  }

  return (
    <div className="flex flex-col items-start gap-2">
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {t(`transfers.cancel.${problem}`)}
        </InlineNotice>
      ) : null}
      <Button
        variant="quiet"
        size="sm"
        onPress={() => setIsAsking(true)}
        isDisabled={!isOnline}
        aria-label={t('transfers.cancel.actionOf', { amount })}
      >
        {t('transfers.cancel.action')}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={t('transfers.cancel.title')}
        confirmLabel={t('transfers.cancel.confirm')}
        cancelLabel={t('transfers.cancel.keep')}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
        tone="danger"
        isBusy={isLoading}
        busyLabel={t('transfers.cancel.loading')}
      >
        {t('transfers.cancel.body', { amount })}
      </AlertDialog>
    </div>
  );
}
