import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type KeyValue = {
  readonly id: string;
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** The total of the lines above. */
  readonly isTotal?: boolean | undefined;
  /** Long values, such as addresses, go below their label. */
  readonly isStacked?: boolean | undefined;
  /** The value changed since it was last confirmed. */
  readonly isMarked?: boolean | undefined;
};

/** A list of names and values, one pair per line. */
export function KeyValueList({
  rows,
  className,
}: {
  readonly rows: readonly KeyValue[];
  readonly className?: string;
}) {
  return (
    <dl className={cx('flex flex-col', className)}>
      {rows.map((row) => (
        <div
          key={row.id}
          className={cx(
            'flex gap-x-3 gap-y-1 py-2.5',
            row.isStacked ? 'flex-col' : 'flex-wrap items-baseline justify-between',
            row.isTotal && 'mt-1 border-t border-line pt-3.5',
            row.isMarked && '-mx-2 rounded-md bg-warn-soft px-2',
          )}
        >
          <dt
            className={cx(
              row.isTotal ? 'font-semibold text-ink-1' : row.isMarked ? 'text-warn' : 'text-ink-2',
            )}
          >
            {row.label}
          </dt>
          <dd
            className={cx(
              'min-w-0',
              row.isStacked ? '' : 'ms-auto text-end',
              row.isTotal && 'text-lead font-semibold',
            )}
          >
            {row.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
