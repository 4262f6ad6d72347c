import { useState } from 'react';
import type { ReactNode } from 'react';
import { lazyView } from '../lazy-view.tsx';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, in the order Cancel, act. */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  /** False: neither Escape nor a press outside closes it. */
  readonly isDismissable?: boolean | undefined;
  /** What Escape does, where it differs from a press outside. */
  readonly closesOnEscape?: boolean | undefined;
  readonly hasCloseButton?: boolean | undefined;
  /** The body reaches the edges: a list, a frame of another page. */
  readonly isFlush?: boolean | undefined;
  /** Fills the screen under 640 px instead of rising as a sheet. */
  readonly isFullScreenOnMobile?: boolean | undefined;
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** A dark dialog in either theme, for content that is dark itself. */
  readonly theme?: 'dark' | undefined;
};

const view = lazyView<DialogProps>(async () => (await import('./dialog-view.tsx')).DialogView);

/** Centred from 640 px, a sheet that rises from the bottom below. Traps focus and gives it back. */
export function Dialog(props: DialogProps) {
  const [hasOpened, setHasOpened] = useState(props.isOpen);
  if (props.isOpen && !hasOpened) setHasOpened(true);
  const View = view.use(props.isOpen);
  return View && hasOpened ? <View {...props} /> : null;
}
