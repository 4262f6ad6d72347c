import { AlertDialog, notify } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRemoveUserApiKeyMutation } from './api/remove-user-api-key.ts';
import { useLastPresent } from '../../lib/use-last-present.ts';
import { useLocalizedMessage } from '../../lib/failures/use-localized-message.ts';
import type { KeyDialogProps } from './key-dialogs.ts';
import { ProblemNotice } from './problem-notice.tsx';
import { useKeyProblem } from './use-key-problem.ts';
import type { KeyProblem } from './use-key-problem.ts';

/** Shows the key and requires a confirmation before it is deleted for good. */
export function DeleteKeyDialog({ userId, subject, onClose }: KeyDialogProps) {
  const { t } = useTranslation().i18n;
  const toProblem = useKeyProblem();
  const [remove, { isLoading }] = useRemoveUserApiKeyMutation();
  const [problem, setProblem] = useLocalizedMessage<KeyProblem>();
  const shown = useLastPresent(subject);

  function close() {
    setProblem(null);
    onClose();
  }

  async function confirm() {
    if (subject === null) return;
    setProblem(null);
    const { error } = await remove({ userId, apiKey: subject.apiKey });
    if (error) {
      setProblem(() => toProblem(error, t('api-keys.delete.failed')));
      return;
    }
    notify.success(t('api-keys.delete.success'));
    close();
  }

  return (
    <AlertDialog
      isOpen={subject !== null}
      tone="danger"
      title={t('api-keys.delete.title')}
      confirmLabel={t('api-keys.delete.confirm')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => void confirm()}
      onCancel={close}
      isBusy={isLoading}
      busyLabel={t('common.processing')}
    >
      <div className="flex flex-col gap-4">
        <p>{t('api-keys.delete.body')}</p>
        <p className="rounded-lg bg-sunken px-3.5 py-3 font-mono text-small [overflow-wrap:anywhere] text-ink-1">
          {shown?.apiKey}
        </p>
        <ProblemNotice problem={problem} />
      </div>
    </AlertDialog>
  );
}
