import { useState } from 'react';
import type { ReactElement, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import { cx } from '../cx.ts';
import { InfoIcon } from '../icons.tsx';

const bubble =
  'motion-popover w-max max-w-72 rounded-md border border-line bg-raised px-3 py-2 text-small text-ink-1 shadow-overlay pointer-events-none';
const delayMs = 350;

/** Names a control for sighted users. Its child is a button or link that already has the accessible name. */
export function Tooltip({ text, children }: { readonly text: string; readonly children: ReactElement }) {
  return (
    <TooltipTrigger delay={delayMs} closeDelay={60}>
      {children}
      <AriaTooltip offset={6} className={bubble}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}

export type InfoTipProps = {
  /** The accessible name of the trigger: "About the status Pending". */
  readonly label: string;
  readonly children: ReactNode;
  /** Replaces the info icon, for example by a status pill. */
  readonly trigger?: ReactNode;
};

/** An explanation that opens on hover, focus and tap. */
export function InfoTip({ label, children, trigger }: InfoTipProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TooltipTrigger delay={delayMs} closeDelay={60} isOpen={isOpen} onOpenChange={setIsOpen}>
      <AriaButton
        aria-label={label}
        // In the library, the press that opens a tooltip also closes it, so a tap opens it afterwards.
        onPress={(press) => {
          if (press.pointerType === 'touch' || press.pointerType === 'virtual')
            queueMicrotask(() => setIsOpen(true));
        }}
        className={cx(
          'relative inline-flex items-center gap-1.5 align-middle text-ink-3 data-hovered:text-ink-1',
          trigger ? 'rounded-full' : 'rounded-full after:absolute after:-inset-3.5',
        )}
      >
        {trigger ?? <InfoIcon size={16} />}
      </AriaButton>
      <AriaTooltip offset={6} className={bubble}>
        {children}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
