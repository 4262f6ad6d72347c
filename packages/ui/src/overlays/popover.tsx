import type { ReactElement, ReactNode } from 'react';
import { Dialog as AriaDialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover as AriaPopover } from 'react-aria-components/Popover';
import { usePopoverState } from './use-popover-state.ts';

export type PopoverProps = {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly children: ReactNode;
};

/** A small surface next to the button that opens it. */
export function Popover({ trigger, label, children }: PopoverProps) {
  const popover = usePopoverState();
  return (
    <DialogTrigger {...popover}>
      {trigger}
      <AriaPopover
        offset={6}
        className="motion-popover rounded-lg border border-line bg-raised p-4 text-ink-1 shadow-overlay outline-none"
      >
        <AriaDialog aria-label={label} className="outline-none">
          {children}
        </AriaDialog>
      </AriaPopover>
    </DialogTrigger>
  );
}
