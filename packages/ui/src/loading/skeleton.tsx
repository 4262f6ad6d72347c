import { cx } from '../cx.ts';

/** A place kept for what is on its way. Give it the final size: `className="h-12 w-48"`. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('motion-skeleton block rounded-sm bg-line', className)} />;
}

export type SkeletonRowsProps = {
  readonly rows: number;
  readonly columns: number;
  readonly className?: string | undefined;
  readonly isCompact?: boolean | undefined;
};

/** Table rows on their way, as high as rows of two lines, or compact ones of one. */
export function SkeletonRows({ rows, columns, className, isCompact = false }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} className="border-b border-line last:border-b-0">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column} className={className}>
          <Skeleton
            className={cx(isCompact ? 'my-1 h-4' : 'my-3.5 h-4', column === 0 ? 'w-28' : 'ms-auto w-16')}
          />
        </td>
      ))}
    </tr>
  ));
}
