import { AlertDialog, Button, InlineNotice, formatDecimal, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCancelWithdrawMutation } from './api/cancel-withdraw.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import { useCustomer } from '../../customer/use-customer.ts';
import type { Ticket } from '../../api/records/ticket.ts';
import { useOnline } from '../../lib/use-online.ts';

const tooLate = 'Withdraw ticket already processed';

/** Stops a withdrawal, after a question. */
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
    if (data?.isAccepted) notify.success(t('ramping.cancel.done'));
    else if (data) setProblem(data.detail === tooLate ? 'tooLate' : 'refused');
    else setProblem(error && isOutcomeUnknown(toFailure(error)) ? 'unknown' : 'refused');
  }

  return (
    <div className="flex flex-col items-start gap-2">
      {problem ? (
        <InlineNotice tone="error" isAnnounced>
          {t(`ramping.cancel.${problem}`)}
        </InlineNotice>
      ) : null}
      <Button
        variant="quiet"
        size="sm"
        onPress={() => setIsAsking(true)}
        isDisabled={!isOnline}
        aria-label={t('ramping.cancel.actionOf', { amount })}
      >
        {t('ramping.cancel.action')}
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={t('ramping.cancel.title')}
        confirmLabel={t('ramping.cancel.confirm')}
        cancelLabel={t('ramping.cancel.keep')}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
        tone="danger"
        isBusy={isLoading}
        busyLabel={t('ramping.cancel.loading')}
      >
        {t('ramping.cancel.body', { amount })}
      </AlertDialog>
    </div>
  );
}
