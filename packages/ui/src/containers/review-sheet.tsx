import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { KeyValueList } from './key-value-list.tsx';
import type { KeyValue } from './key-value-list.tsx';
import { useOpened } from './use-opened.ts';

export type ReviewSheetProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly rows: readonly KeyValue[];
  /** One sentence, such as "Transfers cannot be undone." */
  readonly sentence: ReactNode;
  /** Repeats the amount: "Send 0.50 ETH". */
  readonly confirmLabel: string;
  readonly busyLabel: string;
  readonly cancelLabel: string;
  /** Called at most once per opening, until `isBusy` has been true and false again. */
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
  /** Above the figures, such as a moved price or a new address. */
  readonly notice?: ReactNode;
  /** Below the sentence: another way to confirm. */
  readonly alternative?: ReactNode;
  /** The figures changed and must be reviewed again. */
  readonly isBlocked?: boolean | undefined;
};

/** A double tap in one place must not open and confirm. */
const doubleTapGuardMs = 600;

/** The only way for money to leave: the asset, the amount, the destination, and one button that repeats the amount. */
export function ReviewSheet(given: ReviewSheetProps) {
  const props = useOpened(given);
  const { isOpen, title, description, rows, sentence, confirmLabel, busyLabel, cancelLabel, isBusy, notice } =
    props;
  const isArmed = useArmed(isOpen);
  const isSent = useRef(false);
  useEffect(() => {
    if (!isOpen || !isBusy) isSent.current = false;
  }, [isOpen, isBusy]);

  function confirm() {
    if (isSent.current) return;
    isSent.current = true;
    props.onConfirm();
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open && !isBusy) props.onCancel();
      }}
      title={title}
      description={description}
      size="sm"
      isDismissable={!isBusy}
      hasCloseButton={false}
      footer={
        <>
          <Button variant="quiet" onPress={props.onCancel} isDisabled={isBusy} autoFocus>
            {cancelLabel}
          </Button>
          <Button
            onPress={confirm}
            isDisabled={(!isArmed || props.isBlocked === true) && !isBusy}
            isLoading={isBusy}
            loadingText={busyLabel}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {notice}
      <KeyValueList rows={rows} />
      <p className="mt-3 text-small text-ink-2">{sentence}</p>
      {props.alternative}
    </Dialog>
  );
}

function useArmed(isOpen: boolean): boolean {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    if (!isOpen) {
      setIsArmed(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsArmed(true), doubleTapGuardMs);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isArmed;
}
