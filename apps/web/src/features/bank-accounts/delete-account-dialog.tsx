import { notify } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useDeleteAccountWithdrawInfoMutation } from './api/delete-account-withdraw-info.ts';
import { HarmDialog } from '../../lib/harm-dialog.tsx';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import type { MessageFactory } from '../../lib/failures/use-localized-message.ts';
import type { BankAccount } from './bank-account.ts';

export type DeleteAccountDialogProps = {
  /** Null while the dialog is closed. */
  readonly account: BankAccount | null;
  readonly accountId: number;
  readonly onClose: () => void;
};

/** Shows the account and requires a confirmation before it is deleted. */
export function DeleteAccountDialog({ account, accountId, onClose }: DeleteAccountDialogProps) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [deleteInfo] = useDeleteAccountWithdrawInfoMutation();

  async function forget({ infoId }: BankAccount): Promise<MessageFactory | null> {
    const { data, error } = await deleteInfo({ accountId, infoId });
    if (data?.isAccepted) return null;
    const describe = () => {
      const reason = error ? failureText(error) : data && translateRefusalMessage(data, t);
      return t('bank-accounts.delete.failed', { message: reason ?? t('bank-accounts.delete.unknown') });
    };
    notify.error(describe());
    return describe;
  }

  return (
    <HarmDialog
      subject={account}
      title={t('bank-accounts.delete.title')}
      body={({ institution, title }) =>
        t('bank-accounts.delete.body', { account: [institution, title].filter(Boolean).join(' ') })
      }
      confirmLabel={t('bank-accounts.delete.confirm')}
      busyLabel={t('bank-accounts.delete.busy')}
      done={t('bank-accounts.delete.success')}
      act={forget}
      onClose={onClose}
    />
  );
}
