import { useTranslation } from '../../i18n/use-translation.ts';
import { useEndOtherUserSessionsMutation, useEndUserSessionMutation } from './api/end-user-sessions.ts';
import type { UserSession } from './api/get-user-sessions.ts';
import { HarmDialog } from '../../lib/harm-dialog.tsx';
import { useFailed } from '../../lib/failures/use-failed.ts';
import { useSessionLabels } from './use-session-labels.ts';

export type EndSessionDialogProps = {
  /** Null while the dialog is closed. */
  readonly session: UserSession | null;
  readonly onClose: () => void;
};

export function EndSessionDialog({ session, onClose }: EndSessionDialogProps) {
  const { t } = useTranslation();
  const failed = useFailed();
  const toLabels = useSessionLabels();
  const [end] = useEndUserSessionMutation();
  return (
    <HarmDialog
      subject={session}
      title={t('security.endSession.title')}
      body={(ending) => t('security.endSession.body', toLabels(ending))}
      confirmLabel={t('security.endSession.confirm')}
      done={t('security.endSession.done')}
      act={async ({ sessionId }) => failed(await end({ sessionId }))}
      onClose={onClose}
    />
  );
}

export type EndOthersDialogProps = {
  /** Null while the dialog is closed. */
  readonly others: readonly UserSession[] | null;
  readonly onClose: () => void;
};

export function EndOthersDialog({ others, onClose }: EndOthersDialogProps) {
  const { t } = useTranslation();
  const failed = useFailed();
  const [endOthers] = useEndOtherUserSessionsMutation();
  return (
    <HarmDialog
      subject={others}
      title={t('security.endOthers.title')}
      body={({ length }) => t('security.endOthers.body', { count: length })}
      confirmLabel={t('security.endOthers.confirm')}
      done={t('security.endOthers.done')}
      act={async () => failed(await endOthers())}
      onClose={onClose}
    />
  );
}
