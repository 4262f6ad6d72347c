import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type WellProps = {
  readonly children: ReactNode;
  /** Draws an error border. */
  readonly isInvalid?: boolean | undefined;
  readonly className?: string | undefined;
};

/** A sunken area inside a card, such as one side of a swap or a summary. */
export function Well({ children, isInvalid = false, className }: WellProps) {
  return (
    <div
      className={cx(
        'rounded-lg border bg-sunken p-4 transition-colors duration-120 has-[.field-bare_input:focus-visible]:outline',
        isInvalid
          ? 'border-danger outline-danger'
          : 'border-line outline-focus has-[.field-bare_input:focus-visible]:border-focus',
        className,
      )}
    >
      {children}
    </div>
  );
}
