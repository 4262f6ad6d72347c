import type { ReactNode } from 'react';
import { SuccessArt } from '../art/sun-moments.tsx';

export type SuccessMomentProps = {
  readonly title: string;
  /** The sun just above the line, unless another picture says it better. */
  readonly art?: ReactNode;
  /** What comes next. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** It is done: the sun just above the line, the ticket, what comes next. */
export function SuccessMoment({ title, art = <SuccessArt />, children, actions }: SuccessMomentProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-6 text-center text-wrap-balance" role="status">
      {art}
      <p className="text-title text-ink-1">{title}</p>
      {children ? <div className="max-w-[48ch] text-ink-2">{children}</div> : null}
      {actions ? <div className="mt-3 flex w-full flex-wrap justify-center gap-3">{actions}</div> : null}
    </div>
  );
}
