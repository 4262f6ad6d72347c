import { useEffect, useId, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../cx.ts';
import { spellOutAmount } from '../format/spell-out-amount.ts';
import { toFieldText } from '../format/field-text.ts';
import { useNumberFormat } from '../format/number-format.ts';
import { readAmount } from '../format/typed-amount.ts';
import { AlertIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';

export type AmountFieldProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  /**
   * The text as typed. The form takes its amount from it with `toAmountValue` and the same rules (`placesMax`, `isFiat`,
   * `symbol`), so that what is on screen and what is sent cannot differ. Write an amount into the field with `toFieldText`.
   */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The unit inside the frame. Give `picker` instead where the product can be chosen. */
  readonly unit?: string | undefined;
  /** The product's symbol, for the words and as what may be typed after the amount; `unit` when left out. */
  readonly symbol?: string | undefined;
  readonly picker?: ReactNode;
  /** "Balance: 0.5000 BTC" */
  readonly balance?: ReactNode;
  readonly max?:
    { readonly label: string; readonly accessibleLabel?: string; readonly onPress: () => void } | undefined;
  /** More about the amount, such as its value in dollars. */
  readonly echo?: ReactNode;
  /** Id of the page's live region that says the error, too. Without one the field says it by itself. */
  readonly announcedBy?: string | undefined;
  readonly error?: string | null | undefined;
  readonly placesMax?: number | undefined;
  readonly isFiat?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  /** Digits are on their way: drawn as a skeleton. */
  readonly isLoading?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly name?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  /** `framed` is a field on a card; `compact` one of many; `bare` sits in a Well that draws the frame. */
  readonly look?: 'framed' | 'compact' | 'bare' | undefined;
};

const frames = {
  framed: 'field-frame min-h-14 px-3.5',
  compact: 'field-frame min-h-11 px-3',
  bare: 'field-bare min-h-11',
} as const;

/** After this pause the amount in words is announced by a field that announces for itself. */
const restMs = 800;

/**
 * A field for an amount. The typed text stays as it is, whatever it says; what it means is written beside it in words, or
 * what is wrong with it.
 */
export function AmountField(props: AmountFieldProps) {
  const { label, value, onChange, error, look = 'framed', isLoading = false, isDisabled = false } = props;
  const { symbol = props.unit } = props;
  const texts = useUiTexts();
  const format = useNumberFormat();
  const ids = { input: useId(), balance: useId(), message: useId(), spelledOut: useId(), echo: useId() };
  const read = readAmount(value, { placesMax: props.placesMax, isFiat: props.isFiat, unit: symbol }, format);
  const isProblem = read.kind !== 'amount' && read.kind !== 'empty';
  const message = isProblem ? texts.amountProblem(read) : (error ?? null);
  const spelledOut =
    read.kind === 'amount' && !isLoading
      ? spellOutAmount(read.value, { language: texts.language, unit: symbol, style: format.style })
      : '';
  const announced = useRested(spelledOut);
  const hasBalance = props.balance !== undefined || props.max !== undefined;
  const isCompact = look === 'compact';
  const words = (
    <span
      id={ids.spelledOut}
      className={cx(
        'num whitespace-normal text-ink-2',
        isCompact && 'min-w-0 [overflow-wrap:anywhere] text-end text-small',
      )}
    >
      {spelledOut}
    </span>
  );

  return (
    <div className="flex flex-col gap-1.5">
      <div className={cx('flex items-baseline justify-between gap-3', !isCompact && 'contents')}>
        <label
          htmlFor={ids.input}
          className={props.isLabelHidden ? 'sr-only' : 'block text-small font-medium text-ink-2'}
        >
          {label}
        </label>
        {isCompact ? words : null}
      </div>
      <div
        className={cx('flex flex-wrap items-center gap-x-3', frames[look])}
        data-invalid={message ? true : undefined}
        data-disabled={isDisabled || undefined}
      >
        {/* Enlarged text leaves no room beside it: what the amount is of goes below. */}
        <div className="relative min-w-0 grow basis-[6.5rem]">
          <input
            id={ids.input}
            {...(props.inputRef ? { ref: props.inputRef } : {})}
            {...(props.name ? { name: props.name } : {})}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            // The caller asks for it only where the amount is the one thing to do on the page.
            autoFocus={props.autoFocus ?? false}
            placeholder={isLoading ? '' : (props.placeholder ?? toPlaceholder())}
            value={isLoading ? '' : value}
            disabled={isDisabled}
            readOnly={props.isReadOnly ?? false}
            aria-invalid={message ? true : undefined}
            aria-busy={isLoading || undefined}
            aria-describedby={`${ids.message} ${ids.spelledOut} ${ids.echo} ${ids.balance} ${props.announcedBy ?? ''}`.trimEnd()}
            onChange={(event) => onChange(event.currentTarget.value)}
            onFocus={(event) => {
              if (event.currentTarget.matches(':focus-visible')) event.currentTarget.select();
            }}
            onBlur={props.onBlur}
            className={cx(
              // A finger hits more than the line of figures; nothing moves for it.
              'num -my-2.5 w-full min-w-0 bg-transparent py-2.5 text-ink-1 outline-none disabled:text-ink-3',
              look === 'compact' ? 'text-body font-medium' : figureSize(value),
            )}
          />
          {isLoading ? (
            <span
              aria-hidden="true"
              className="motion-skeleton pointer-events-none absolute inset-y-0 start-0 my-auto h-7 w-32 rounded-sm bg-line"
            />
          ) : null}
        </div>
        {props.picker ??
          (props.unit ? (
            <span
              className={cx(
                'shrink-0 font-medium text-ink-3',
                look === 'compact' ? 'text-small' : 'text-lead',
              )}
            >
              {props.unit}
            </span>
          ) : null)}
      </div>
      {/* Words, message and balance have lines of their own, so that nothing moves when one of them comes. */}
      <div className="flex flex-col gap-0.5 text-small">
        {isCompact ? null : <div className="min-h-5 min-w-0 [overflow-wrap:anywhere]">{words}</div>}
        <div
          className="min-h-5 min-w-0 [overflow-wrap:anywhere]"
          aria-live={props.announcedBy === undefined ? 'polite' : undefined}
        >
          <span id={ids.message} className="flex items-start gap-1.5 text-danger empty:hidden">
            {message ? (
              <>
                <AlertIcon size={16} className="mt-0.5" />
                <span>{message}</span>
              </>
            ) : null}
          </span>
          <span id={ids.echo} aria-live="off" className="num whitespace-normal text-ink-3 empty:hidden">
            {message ? null : props.echo}
          </span>
          {props.announcedBy === undefined ? <span className="sr-only">{announced}</span> : null}
        </div>
        {hasBalance ? (
          <div className="flex min-h-5 items-start justify-end gap-2">
            <span id={ids.balance} className="num text-end whitespace-normal text-ink-3 empty:hidden">
              {props.balance}
            </span>
            {props.max ? (
              <AriaButton
                onPress={props.max.onPress}
                isDisabled={isDisabled}
                {...(props.max.accessibleLabel ? { 'aria-label': props.max.accessibleLabel } : {})}
                className="relative -me-1 rounded-sm px-1 font-semibold text-accent-ink after:absolute after:-inset-3 data-hovered:underline data-disabled:text-ink-3"
              >
                {props.max.label}
              </AriaButton>
            ) : null}
          </div>
        ) : null}
      </div>
    </div>
  );
}

function toPlaceholder(): string {
  return toFieldText('0.00');
}

/** Returns a text once it has stood still for a moment. The first one is not announced: it was there before. */
function useRested(text: string): string {
  const [first] = useState(text);
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested((said) => (said === '' && text === first ? '' : text)), restMs);
    return () => clearTimeout(timer);
  }, [text, first]);
  return rested;
}

/** Long amounts are set smaller, so that all their digits are seen. */
function figureSize(value: string): string {
  if (value.length <= 9) return 'text-display';
  return value.length <= 14 ? 'text-title' : 'text-body font-semibold';
}
