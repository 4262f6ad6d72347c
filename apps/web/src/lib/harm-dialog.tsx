import { AlertDialog, InlineNotice, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLastPresent } from './use-last-present.ts';
import { useLocalizedMessage } from './use-localized-message.ts';
import type { MessageFactory } from './use-localized-message.ts';

export type HarmDialogProps<Subject> = {
  /** What is to be removed or ended; null while nothing is. */
  readonly subject: Subject | null;
  readonly title: string;
  readonly body: (subject: Subject) => string;
  readonly confirmLabel: string;
  /** Unless `common.processing` says it. */
  readonly busyLabel?: string;
  /** Said when it was done. */
  readonly done: string;
  /** Does it. Tells why it could not, or null when it is done. */
  readonly act: (subject: Subject) => Promise<MessageFactory | null>;
  readonly onClose: () => void;
};

/** Asks before something is taken away. Stays open with the reason when it cannot be. */
export function HarmDialog<Subject extends object>(props: HarmDialogProps<Subject>) {
  const { subject, onClose } = props;
  const { t } = useTranslation();
  const [problem, tellProblem] = useLocalizedMessage();
  const [isBusy, setIsBusy] = useState(false);
  const shown = useLastPresent(subject);

  function close() {
    tellProblem(null);
    onClose();
  }

  async function confirm() {
    if (subject === null) return;
    setIsBusy(true);
    tellProblem(null);
    const wrong = await props.act(subject);
    setIsBusy(false);
    if (wrong !== null) {
      tellProblem(wrong);
      return;
    }
    notify.success(props.done);
    close();
  }

  return (
    <AlertDialog
      isOpen={subject !== null}
      tone="danger"
      title={props.title}
      confirmLabel={props.confirmLabel}
      cancelLabel={t('common.cancel')}
      onConfirm={() => void confirm()}
      onCancel={close}
      isBusy={isBusy}
      busyLabel={props.busyLabel ?? t('common.processing')}
    >
      <p>{shown === null ? null : props.body(shown)}</p>
      {problem ? (
        <InlineNotice tone="error" isAnnounced className="mt-4">
          {problem}
        </InlineNotice>
      ) : null}
    </AlertDialog>
  );
}
