import { cx } from '@salar/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';

export type PanelProps = {
  readonly title: string;
  /** Hides the title visually, where the content shows it itself. */
  readonly isTitleHidden?: boolean;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
};

/** One tile of the trading page. */
export function Panel({ title, isTitleHidden = false, actions, children, className }: PanelProps) {
  const titleId = useId();
  const hasBar = !isTitleHidden || actions !== undefined;
  return (
    <section
      aria-labelledby={titleId}
      className={cx('@container flex min-w-0 flex-col rounded-lg border border-line bg-surface', className)}
    >
      <div className={hasBar ? 'flex min-h-11 items-center justify-between gap-2 ps-3 pe-1.5' : 'sr-only'}>
        <h2 id={titleId} className={isTitleHidden ? 'sr-only' : 'text-small font-semibold text-ink-1'}>
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
