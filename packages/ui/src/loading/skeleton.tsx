import { cx } from '../cx.ts';

/** A placeholder for loading content. Give it the final size: `className="h-12 w-48"`. */
export function Skeleton({ className }: { readonly className?: string | undefined }) {
  return <span aria-hidden="true" className={cx('motion-skeleton block rounded-sm bg-line', className)} />;
}

export type SkeletonRowsProps = {
  readonly rows: number;
  readonly columns: number;
  readonly className?: string | undefined;
  readonly isCompact?: boolean | undefined;
};

/** Placeholder table rows, as high as rows with two lines, or with one when compact. */
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
