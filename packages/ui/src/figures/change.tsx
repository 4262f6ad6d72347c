import { cx } from '../cx.ts';
import { formatPercent, joinDecimal, splitDecimal } from '../format/decimal.ts';
import { useNumberFormat } from '../format/number-format.ts';
import { useUiTexts } from '../texts/ui-texts.tsx';

export type ChangeProps = {
  /** Percent as decimal text, `-1.12`. null draws an em dash. */
  readonly value: string | null | undefined;
  readonly className?: string | undefined;
};

/** A change as triangle, sign and colour, so that colour is never the only indication. */
export function Change({ value, className }: ChangeProps) {
  const texts = useUiTexts();
  useNumberFormat();
  const parts =
    value === null || value === undefined ? null : splitDecimal(value, { minPlaces: 2, maxPlaces: 2 });
  if (!parts) {
    return (
      <span className={cx('num text-ink-3', className)}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{texts.noValue}</span>
      </span>
    );
  }
  const size = joinDecimal({ ...parts, isNegative: false });
  const direction = parts.isNegative ? 'down' : /[1-9]/.test(size) ? 'up' : 'flat';
  return (
    <span
      className={cx(
        'num',
        direction === 'up' ? 'text-gain' : direction === 'down' ? 'text-loss' : 'text-ink-3',
        className,
      )}
    >
      <span aria-hidden="true">
        {direction === 'flat' ? null : (
          <svg
            width="0.6em"
            height="0.45em"
            viewBox="0 0 8 6"
            fill="currentColor"
            className="me-1 inline-block align-[0.15em]"
          >
            <path d={direction === 'up' ? 'M4 0 8 6H0z' : 'M0 0h8L4 6z'} />
          </svg>
        )}
        {formatPercent(value ?? '')}
      </span>
      <span className="sr-only">{texts.announcedChange({ direction, size })}</span>
    </span>
  );
}
