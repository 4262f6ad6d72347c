import { cx } from '../cx.ts';

/** The single dividing line of a screen, between "how much" above and "details" below. Use it once per screen. */
export function Horizon({ className }: { readonly className?: string | undefined }) {
  return (
    <div aria-hidden="true" className={cx('flex items-center', className)}>
      <span className="h-px grow bg-linear-to-r from-line via-line-strong to-transparent" />
    </div>
  );
}
