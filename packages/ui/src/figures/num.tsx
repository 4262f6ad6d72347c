import { cx } from '../cx.ts';
import { joinDecimal, splitDecimal } from '../format/decimal.ts';
import type { DisplayRounding } from '../format/decimal.ts';
import { hiddenFigure } from '../format/masking.ts';
import { useNumberFormat } from '../format/number-format.ts';
import { useUiTexts } from '../texts/ui-texts.tsx';

export type NumProps = {
  /** Plain decimal text. null draws an em dash. */
  readonly value: string | null | undefined;
  /** The unit after the figure: `0.50 BTC`. */
  readonly unit?: string | undefined;
  readonly minPlaces?: number | undefined;
  readonly maxPlaces?: number | undefined;
  readonly rounding?: DisplayRounding | undefined;
  /** Replaces the figure with dots and the text "hidden". */
  readonly isHidden?: boolean | undefined;
  /** Announced instead of "no value", for example "Price unavailable". */
  readonly missingLabel?: string | undefined;
  /** De-emphasises zero balances. */
  readonly isQuiet?: boolean | undefined;
  /** Integers and decimals in one colour, for example inside a button or a coloured line. */
  readonly isPlain?: boolean | undefined;
  readonly className?: string | undefined;
};

/** A figure with emphasised integers, muted decimals and unit, and one sentence for screen readers. */
export function Num(props: NumProps) {
  const { value, unit, minPlaces, maxPlaces, rounding, isHidden, missingLabel, isQuiet, isPlain, className } =
    props;
  const texts = useUiTexts();
  const { style } = useNumberFormat();
  const quiet = isPlain ? '' : 'text-ink-3';
  const loud = isPlain ? '' : isQuiet ? 'text-ink-3' : 'text-ink-1';

  if (isHidden) {
    return (
      <span className={cx('num', loud, className)}>
        <span aria-hidden="true">{hiddenFigure}</span>
        <span className="sr-only">{texts.hidden}</span>
      </span>
    );
  }
  const parts =
    value === null || value === undefined
      ? null
      : splitDecimal(value, { minPlaces, maxPlaces, rounding, style });
  if (!parts) {
    return (
      <span className={cx('num', quiet, className)}>
        <span aria-hidden="true">—</span>
        <span className="sr-only">{missingLabel ?? texts.noValue}</span>
      </span>
    );
  }
  const size = joinDecimal({ ...parts, isNegative: false });
  const announced = parts.isNegative ? texts.announcedNegative(size) : size;
  return (
    <span className={cx('num', loud, className)}>
      <span aria-hidden="true">
        {parts.isNegative ? '\u2212' : ''}
        {parts.whole}
        {parts.fraction === '' ? null : <span className={quiet}>{parts.decimalSign + parts.fraction}</span>}
        {/* Not breakable: where a figure may wrap, its unit moves to the next line as a whole. */}
        {unit ? <span className={cx(quiet, 'ms-[0.28em] inline-block font-medium')}>{unit}</span> : null}
      </span>
      <span className="sr-only">{unit ? `${announced} ${unit}` : announced}</span>
    </span>
  );
}
