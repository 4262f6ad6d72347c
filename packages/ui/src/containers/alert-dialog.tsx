import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

export type AlertDialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The action of the confirming button: "Delete key". */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** Omitted for an alert with a single button. */
  readonly cancelLabel?: string | undefined;
  readonly onCancel: () => void;
  readonly tone?: 'primary' | 'danger' | undefined;
  readonly isBusy?: boolean | undefined;
  readonly busyLabel?: string | undefined;
};

/** A question that must be answered. A press outside has no effect; Escape cancels; Cancel has the initial focus. */
export function AlertDialog(props: AlertDialogProps) {
  const {
    isOpen,
    title,
    children,
    confirmLabel,
    onConfirm,
    cancelLabel,
    onCancel,
    tone = 'primary',
    isBusy = false,
  } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open && !isBusy) onCancel();
      }}
      title={title}
      size="sm"
      role="alertdialog"
      isDismissable={false}
      closesOnEscape
      hasCloseButton={false}
      footer={
        <>
          {cancelLabel ? (
            <Button variant="quiet" onPress={onCancel} isDisabled={isBusy} autoFocus>
              {cancelLabel}
            </Button>
          ) : null}
          <Button
            variant={tone}
            onPress={onConfirm}
            isLoading={isBusy}
            loadingText={props.busyLabel}
            autoFocus={cancelLabel === undefined}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-body text-ink-2">{children}</div>
    </Dialog>
  );
}
