import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { RefreshLine } from '../loading/progress-bar.tsx';

export type CardProps = {
  readonly children: ReactNode;
  readonly title?: ReactNode;
  /** Level of the title's heading. */
  readonly titleLevel?: 2 | 3 | undefined;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Old content stays while new content is fetched: a thin line on top says so. */
  readonly isRefreshing?: boolean | undefined;
  /** No inner padding: a table or a list reaches the edges. */
  readonly isFlush?: boolean | undefined;
  readonly className?: string | undefined;
};

/** Surface with a hairline and no shadow. */
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
