import { Dialog } from '@salar/ui';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import type { ApiKey } from '../../api/records/api-key.ts';
import { useLastPresent } from '../../lib/use-last-present.ts';
import type { KeyDialogProps } from './key-dialogs.ts';

type Frame = {
  readonly title: string;
  readonly footer?: ReactNode;
  readonly isDismissable?: boolean;
  readonly closesOnEscape?: boolean;
  /** Mounted again for each key. */
  readonly children: (subject: ApiKey) => ReactNode;
};

/** A dialog about one key. Its content stays visible while the dialog fades out. */
export function KeyDialog({
  subject,
  onClose,
  children,
  ...frame
}: Pick<KeyDialogProps, 'subject' | 'onClose'> & Frame) {
  const shown = useLastPresent(subject);
  return (
    <Dialog
      isOpen={subject !== null}
      onOpenChange={(isStaying) => {
        if (!isStaying) onClose();
      }}
      description={<span className="font-mono text-small wrap-anywhere">{shown?.apiKey}</span>}
      {...frame}
    >
      {shown ? <Fragment key={shown.apiKey}>{children(shown)}</Fragment> : null}
    </Dialog>
  );
}
