import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { lazyView } from '../lazy-view.tsx';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons, with Cancel before the action. */
  readonly footer?: ReactNode;
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  /** When false, neither Escape nor a press outside closes it. */
  readonly isDismissable?: boolean | undefined;
  /** Whether Escape closes it, where that differs from a press outside. */
  readonly closesOnEscape?: boolean | undefined;
  readonly hasCloseButton?: boolean | undefined;
  /** The body reaches the edges, for a list or an embedded page. */
  readonly isFlush?: boolean | undefined;
  /** Fills the screen below 640 px instead of rising as a sheet. */
  readonly isFullScreenOnMobile?: boolean | undefined;
  readonly role?: 'dialog' | 'alertdialog' | undefined;
  /** A dark dialog in either theme, for content that is itself dark. */
  readonly theme?: 'dark' | undefined;
};

const view = lazyView<DialogProps>(async () => (await import('./dialog-view.tsx')).DialogView, 'soon');

/** Well above the longest exit animation (154 ms), even on a slow phone. */
const exitMsMax = 1000;

/** A dialog: centred from 640 px, below that a sheet that rises from the bottom. Traps the focus and returns it. */
export function Dialog(props: DialogProps) {
  const isMounted = useMounted(props.isOpen);
  const View = view.use(props.isOpen);
  return View && isMounted ? <View {...props} /> : null;
}

/**
 * True from the opening until the exit animation is over.
 *
 * React Aria waits for that animation to end. An animation that a change of styles cancels instead would leave an
 * invisible overlay over the page, so the dialog is unmounted after a timeout in any case.
 */
function useMounted(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(isOpen);
  if (isOpen && !isMounted) setIsMounted(true);
  useEffect(() => {
    if (isOpen || !isMounted) return undefined;
    const timer = setTimeout(() => setIsMounted(false), exitMsMax);
    return () => clearTimeout(timer);
  }, [isOpen, isMounted]);
  return isMounted;
}
