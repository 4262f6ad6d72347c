import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { RefreshLine } from '../loading/progress-bar.tsx';

export type CardProps = {
  readonly children: ReactNode;
  readonly title?: ReactNode;
  /** The heading level of the title. */
  readonly titleLevel?: 2 | 3 | undefined;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** The content is being refetched: a thin line at the top indicates it. */
  readonly isRefreshing?: boolean | undefined;
  /** Without padding, so that a table or list reaches the edges. */
  readonly isFlush?: boolean | undefined;
  readonly className?: string | undefined;
};

/** A surface with a thin border and no shadow. */
export function Card({
  children,
  title,
  titleLevel = 2,
  description,
  actions,
  isRefreshing = false,
  isFlush = false,
  className,
}: CardProps) {
  const Heading = titleLevel === 2 ? 'h2' : 'h3';
  const padding = 'p-4 md:p-5 xl:p-6';
  return (
    <section
      className={cx(
        'relative overflow-clip rounded-xl border border-line bg-surface',
        !isFlush && padding,
        className,
      )}
    >
      {isRefreshing ? <RefreshLine /> : null}
      {title || actions ? (
        <header
          className={cx('flex flex-wrap items-start justify-between gap-3', isFlush ? padding : 'mb-4')}
        >
          <div className="flex min-w-0 flex-col gap-1">
            {title ? <Heading className="text-lead font-semibold text-ink-1">{title}</Heading> : null}
            {description ? <p className="max-w-[68ch] text-ink-2">{description}</p> : null}
          </div>
          {actions}
        </header>
      ) : null}
      {children}
    </section>
  );
}
