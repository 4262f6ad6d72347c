import { useTranslation } from '../../i18n/use-translation.ts';
import type { Passkey } from '../../api/calls/sign-in/get-passkeys.ts';
import { useRemovePasskeyMutation } from './api/remove-passkey.ts';
import { HarmDialog } from '../../lib/harm-dialog.tsx';
import { useFailed } from '../../lib/failures/use-failed.ts';

export type RemovePasskeyDialogProps = {
  /** Null while the dialog is closed. */
  readonly passkey: Passkey | null;
  readonly onClose: () => void;
};

export function RemovePasskeyDialog({ passkey, onClose }: RemovePasskeyDialogProps) {
  const { t } = useTranslation();
  const failed = useFailed();
  const [remove] = useRemovePasskeyMutation();
  return (
    <HarmDialog
      subject={passkey}
      title={t('security.removePasskey.title')}
      body={({ name }) => t('security.removePasskey.body', { name })}
      confirmLabel={t('security.removePasskey.confirm')}
      done={t('security.removePasskey.done')}
      act={async ({ passkeyId }) => failed(await remove({ passkeyId }))}
      onClose={onClose}
    />
  );
}
