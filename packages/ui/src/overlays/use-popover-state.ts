import { useState } from 'react';
import { useOpenOverlay } from './open-overlays.ts';

export type PopoverState = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
};

/** Returns the state of a list, menu or popover as props of its trigger. The browser's Back closes it like a dialog. */
export function usePopoverState(isOpenAtFirst = false): PopoverState {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  useOpenOverlay(isOpen, () => setIsOpen(false));
  return { isOpen, onOpenChange: setIsOpen };
}
