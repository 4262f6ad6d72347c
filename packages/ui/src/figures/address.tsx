import { Fragment } from 'react';
import { cx } from '../cx.ts';
import { splitAddress, shortenAddress } from '../format/address.ts';

export type AddressProps = {
  readonly value: string;
  /** `short` in lists, `full` where it is shown or typed, `verify` just before money moves. */
  readonly form: 'short' | 'full' | 'verify';
  readonly className?: string | undefined;
};

/** An address. Selecting or copying always yields the unbroken original. */
export function Address({ value, form, className }: AddressProps) {
  if (form === 'short') {
    return (
      <span
        className={cx('font-mono text-small whitespace-nowrap', className)}
        title={value}
        onCopy={(event) => {
          event.clipboardData.setData('text/plain', value);
          event.preventDefault();
        }}
      >
        <span aria-hidden="true">{shortenAddress(value)}</span>
        <span className="sr-only">{value}</span>
      </span>
    );
  }
  const groups = splitAddress(value);
  return (
    <span
      className={cx(
        'block font-mono text-body leading-[1.75rem] [overflow-wrap:anywhere] text-wrap-balance text-ink-3',
        className,
      )}
      data-address={value}
    >
      {groups.map((group, index) => {
        const isEdge = index < 2 || index >= groups.length - 2;
        return (
          // Margins separate the groups instead of blanks, so that the selected text is the address itself.
          <Fragment key={index}>
            <span
              className={cx(
                index < groups.length - 1 && 'me-[0.55em]',
                form === 'verify' ? 'font-medium text-ink-1' : isEdge ? 'font-semibold text-ink-1' : '',
              )}
            >
              {group}
            </span>
            <wbr />
          </Fragment>
        );
      })}
    </span>
  );
}
