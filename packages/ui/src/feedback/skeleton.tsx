import { cx } from '../cx.ts';

/** A place kept for what is on its way. Give it the final size: `className="h-12 w-48"`. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('motion-skeleton block rounded-sm bg-line', className)} />;
}

export type SkeletonRowsProps = {
  readonly rows: number;
  readonly columns: number;
  readonly className?: string | undefined;
};

/** Table rows on their way. */
export function SkeletonRows({ rows, columns, className }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="border-b border-line last:border-b-0">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className={className}>
          <Skeleton className={cx('my-2.5 h-4', column === 0 ? 'w-28' : 'ms-auto w-16')} />
        </td>
      ))}
    </tr>
  ));
}
