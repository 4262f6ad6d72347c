import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { KeyValueList } from './key-value-list.tsx';
import type { KeyValue } from './key-value-list.tsx';

export type SummaryBoxProps = {
  readonly title?: string | undefined;
  readonly rows: readonly KeyValue[];
  /** The figures belong to an earlier input; new ones are loading. */
  readonly isStale?: boolean | undefined;
  /** Content below the figures, such as the button or a note. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
};

/** A summary in figures above the button that acts on it. */
export function SummaryBox({ title, rows, isStale = false, children, className }: SummaryBoxProps) {
  return (
    <section
      className={cx('flex flex-col gap-3 rounded-lg border border-line bg-sunken px-4 py-3', className)}
      aria-busy={isStale}
    >
      {title ? <h2 className="pt-1 text-small font-semibold text-ink-2">{title}</h2> : null}
      <KeyValueList rows={rows} className={cx('transition-opacity duration-120', isStale && 'opacity-60')} />
      {children}
    </section>
  );
}
