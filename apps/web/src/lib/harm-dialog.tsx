import { AlertDialog, InlineNotice, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { useLastPresent } from './use-last-present.ts';
import { useLocalizedMessage } from './failures/use-localized-message.ts';
import type { MessageFactory } from './failures/use-localized-message.ts';

export type HarmDialogProps<Subject> = {
  /** The item to remove or end; null while the dialog is closed. */
  readonly subject: Subject | null;
  readonly title: string;
  readonly body: (subject: Subject) => string;
  readonly confirmLabel: string;
  /** Defaults to `common.processing`. */
  readonly busyLabel?: string;
  /** The toast after success. */
  readonly done: string;
  /** Runs the action. Resolves to the reason when it fails, or null when it is done. */
  readonly act: (subject: Subject) => Promise<MessageFactory | null>;
  readonly onClose: () => void;
};

/** Prompts the customer to confirm a destructive action. When the action fails, it stays open with the reason. */
export function HarmDialog<Subject extends object>(props: HarmDialogProps<Subject>) {
  const { subject, onClose } = props;
  const { t } = useTranslation();
  const [problem, setProblem] = useLocalizedMessage();
  const [isBusy, setIsBusy] = useState(false);
  const shown = useLastPresent(subject);

  function close() {
    setProblem(null);
    onClose();
  }

  async function confirm() {
    if (subject === null) return;
    setIsBusy(true);
    setProblem(null);
    const wrong = await props.act(subject);
    setIsBusy(false);
    if (wrong !== null) {
      setProblem(wrong);
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
