import { cx } from '../cx.ts';

/** A turning arc, only inside a button or where the shape of what comes is unknown. Silent: the words are beside it. */
export function Spinner({
  size = 24,
  className,
}: {
  readonly size?: number | undefined;
  readonly className?: string | undefined;
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
      className={cx('motion-spin shrink-0', className)}
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
