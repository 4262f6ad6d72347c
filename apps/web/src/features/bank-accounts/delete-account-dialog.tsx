import { AlertDialog, InlineNotice, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDeleteAccountWithdrawInfoMutation } from '../../api/calls/delete-account-withdraw-info.ts';
import { refusalWords } from '../../lib/refusal-words.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import type { BankAccount } from './bank-account.ts';

export type DeleteAccountDialogProps = {
  /** Null: nothing is to be deleted. */
  readonly account: BankAccount | null;
  readonly accountId: number;
  readonly onClose: () => void;
};

/** Asks, naming the account, before a destination is forgotten. Stays open with the reason when it cannot be. */
export function DeleteAccountDialog({ account, accountId, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [deleteInfo, { isLoading }] = useDeleteAccountWithdrawInfoMutation();
  const [problem, setProblem] = useState<string | null>(null);
  // Keeps its words while the dialog fades.
  const [shown, setShown] = useState(account);
  if (account !== null && account !== shown) setShown(account);

  function close() {
    setProblem(null);
    onClose();
  }

  async function confirm() {
    if (account === null) return;
    const { data, error } = await deleteInfo({ accountId, infoId: account.infoId });
    if (data?.isAccepted) {
      notify.success(t('bank-accounts.delete.success'));
      close();
      return;
    }
    const reason = error ? failureText(error) : data && refusalWords(data);
    const text = t('bank-accounts.delete.failed', { message: reason ?? t('bank-accounts.delete.unknown') });
    setProblem(text);
    notify.error(text);
  }

  const name = shown === null ? '' : [shown.institution, shown.title].filter(Boolean).join(' ');
  return (
    <AlertDialog
      isOpen={account !== null}
      tone="danger"
      title={t('bank-accounts.delete.title')}
      confirmLabel={t('bank-accounts.delete.confirm')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => void confirm()}
      onCancel={close}
      isBusy={isLoading}
      busyLabel={t('bank-accounts.delete.busy')}
    >
      <p>{t('bank-accounts.delete.body', { account: name })}</p>
      {problem ? (
        <InlineNotice tone="error" isAnnounced className="mt-4">
          {problem}
        </InlineNotice>
      ) : null}
    </AlertDialog>
  );
}
