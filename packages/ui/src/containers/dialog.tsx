import { useEffect, useState } from 'react';
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

const view = lazyView<DialogProps>(async () => (await import('./dialog-view.tsx')).DialogView, 'soon');

/** Far beyond the longest exit animation (154 ms), also on a slow phone. */
const exitMsMax = 1000;

/** Centred from 640 px, a sheet that rises from the bottom below. Traps focus and gives it back. */
export function Dialog(props: DialogProps) {
  const isMounted = useMounted(props.isOpen);
  const View = view.use(props.isOpen);
  return View && isMounted ? <View {...props} /> : null;
}

/**
 * True from the opening until the exit animation is over.
 *
 * React Aria waits for that animation to end. One that is cancelled instead, by whatever change of styles, would leave an
 * invisible overlay over the page, so the dialog is taken away in any case.
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
