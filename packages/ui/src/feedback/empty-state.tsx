import type { ReactNode } from 'react';
import { EmptyHorizon } from '../art/empty-horizon.tsx';

export type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  /** Drawn above the horizon and mirrored below it. */
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
};

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, children, icon, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center text-wrap-balance">
      <EmptyHorizon icon={icon} />
      <p className="text-lead font-semibold text-ink-1">{title}</p>
      {children ? <div className="max-w-[44ch] text-ink-2">{children}</div> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </div>
  );
}
