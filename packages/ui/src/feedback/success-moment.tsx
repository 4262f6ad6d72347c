import type { ReactNode } from 'react';
import { SuccessArt } from '../art/sun-moments.tsx';
import { useFocusOnMount } from './use-focus-on-mount.ts';

export type SuccessMomentProps = {
  readonly title: string;
  /** Defaults to the sun just above the horizon. */
  readonly art?: ReactNode;
  /** The next step. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** Replaces a form after success: the picture, the result and the next step. Its headline takes the focus. */
export function SuccessMoment({ title, art = <SuccessArt />, children, actions }: SuccessMomentProps) {
  const headline = useFocusOnMount<HTMLHeadingElement>();
  return (
    <div
      className="flex flex-col items-center gap-3 px-4 py-6 text-center text-wrap-balance wrap-anywhere"
      role="status"
    >
      {art}
      {/* The margin is the height of the picture above it. */}
      <h2 ref={headline} tabIndex={-1} className="scroll-mt-36 text-title text-ink-1 outline-none">
        {title}
      </h2>
      {children ? <div className="max-w-[48ch] text-ink-2">{children}</div> : null}
      {actions ? <div className="mt-3 flex w-full flex-wrap justify-center gap-3">{actions}</div> : null}
    </div>
  );
}
