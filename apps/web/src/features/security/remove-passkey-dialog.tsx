import { useTranslation } from 'react-i18next';
import type { Passkey } from '../../api/calls/get-passkeys.ts';
import { useRemovePasskeyMutation } from '../../api/calls/remove-passkey.ts';
import { HarmDialog } from './harm-dialog.tsx';

export type RemovePasskeyDialogProps = {
  /** Null: nothing is to be removed. */
  readonly passkey: Passkey | null;
  readonly onClose: () => void;
};

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  const { t } = useTranslation();
  const [remove] = useRemovePasskeyMutation();
  return (
    <HarmDialog
      subject={passkey}
      title={t('security.removePasskey.title')}
      body={({ name }) => t('security.removePasskey.body', { name })}
      confirmLabel={t('security.removePasskey.confirm')}
      done={t('security.removePasskey.done')}
      act={({ passkeyId }) => remove({ passkeyId })}
      onClose={onClose}
    />
  );
}
