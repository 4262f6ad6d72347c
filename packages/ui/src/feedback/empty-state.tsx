import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { EmptyHorizon } from '../art/empty-horizon.tsx';

export type EmptyStateProps = {
  readonly title: string;
  readonly children?: ReactNode;
  /** Drawn above the horizon and mirrored below it. */
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** Below a list or inside a panel: lower, with icon and text side by side where they fit. */
  readonly isCompact?: boolean;
};

/** A list without entries, with an explanation and the next step. */
export function EmptyState({ title, children, icon, action, isCompact = false }: EmptyStateProps) {
  return (
    <div
      className={cx(
        'flex flex-col items-center gap-3 px-4 text-center text-wrap-balance',
        isCompact ? 'justify-center py-6 sm:flex-row sm:gap-6 sm:text-start' : 'py-10',
      )}
    >
      <EmptyHorizon icon={icon} />
      <div className={cx('flex flex-col items-center gap-3', isCompact && 'sm:items-start')}>
        <p className="text-lead font-semibold text-ink-1">{title}</p>
        {children ? <div className="max-w-[44ch] text-ink-2">{children}</div> : null}
        {action ? <div className={isCompact ? '' : 'mt-2'}>{action}</div> : null}
      </div>
    </div>
  );
}
