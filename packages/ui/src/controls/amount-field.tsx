import type { ReactNode, Ref } from 'react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { cx } from '../cx.ts';
import { toFieldText } from '../format/field-text.ts';
import { AlertIcon } from '../icons.tsx';
import { useAmountReading, useRested } from './use-amount-reading.ts';

export type AmountFieldProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  /**
   * The text as typed. The form reads its amount with `toAmountValue` and the same rules (`placesMax`, `isFiat`, `symbol`),
   * so that the amount on screen and the amount sent cannot differ. Write an amount into the field with `toFieldText`.
   */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onBlur?: (() => void) | undefined;
  /** The unit inside the frame. Pass `picker` instead where the product can be chosen. */
  readonly unit?: string | undefined;
  /** The product's symbol, for spelling out the amount and as a unit that may be typed after it; defaults to `unit`. */
  readonly symbol?: string | undefined;
  readonly picker?: ReactNode;
  /** "Balance: 0.5000 BTC" */
  readonly balance?: ReactNode;
  readonly max?:
    { readonly label: string; readonly accessibleLabel?: string; readonly onPress: () => void } | undefined;
  /** Additional information about the amount, such as its value in dollars. */
  readonly echo?: ReactNode;
  /** Id of the page's live region that also announces the error. Without one the field announces it. */
  readonly announcedBy?: string | undefined;
  readonly error?: string | null | undefined;
  readonly placesMax?: number | undefined;
  readonly isFiat?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  /** The amount is loading: drawn as a skeleton. */
  readonly isLoading?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly name?: string | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  /** `framed` is a field on a card; `compact` is one of many; `bare` sits in a Well that draws the frame. */
  readonly look?: 'framed' | 'compact' | 'bare' | undefined;
};

const frames = {
  framed: 'field-frame min-h-14 px-3.5',
  compact: 'field-frame min-h-11 px-3',
  bare: 'field-bare min-h-11',
} as const;

/** A field for an amount. The typed text is never changed; next to it is the amount spelled out, or the error. */
export function AmountField(props: AmountFieldProps) {
  const { label, look = 'framed', isDisabled = false } = props;
  const ids = { input: useId(), balance: useId(), message: useId(), spelledOut: useId(), echo: useId() };
  const { message, spelledOut } = useAmountReading(props);
  const isCompact = look === 'compact';
  const spelledOutText = (
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
        {isCompact ? spelledOutText : null}
      </div>
      <div
        className={cx('flex flex-wrap items-center gap-x-3', frames[look])}
        data-invalid={message ? true : undefined}
        data-disabled={isDisabled || undefined}
      >
        <AmountInput {...props} ids={ids} isInvalid={Boolean(message)} />
        {props.picker ?? (props.unit ? <Unit isCompact={isCompact}>{props.unit}</Unit> : null)}
      </div>
      {/* Spelled-out amount, message and balance have their own lines, so that nothing moves when one of them appears. */}
      <div className="flex flex-col gap-0.5 text-small">
        {isCompact ? null : <div className="min-h-5 min-w-0 [overflow-wrap:anywhere]">{spelledOutText}</div>}
        <AmountMessage {...props} ids={ids} message={message} spelledOut={spelledOut} />
        {props.balance !== undefined || props.max !== undefined ? (
          <BalanceLine id={ids.balance} balance={props.balance} max={props.max} isDisabled={isDisabled} />
        ) : null}
      </div>
    </div>
  );
}

type FieldIds = Readonly<Record<'input' | 'balance' | 'message' | 'spelledOut' | 'echo', string>>;

type AmountInputProps = AmountFieldProps & { readonly ids: FieldIds; readonly isInvalid: boolean };

function AmountInput({ ids, isInvalid, ...props }: AmountInputProps) {
  const { value, onChange, look, isLoading = false, isDisabled = false } = props;
  return (
    // Enlarged text does not fit next to the unit, so the unit wraps below.
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
        // The caller sets it only where the amount is the main input of the page.
        autoFocus={props.autoFocus ?? false}
        placeholder={isLoading ? '' : (props.placeholder ?? toFieldText('0.00'))}
        value={isLoading ? '' : value}
        disabled={isDisabled}
        readOnly={props.isReadOnly ?? false}
        aria-invalid={isInvalid ? true : undefined}
        aria-busy={isLoading || undefined}
        aria-describedby={`${ids.message} ${ids.spelledOut} ${ids.echo} ${ids.balance} ${props.announcedBy ?? ''}`.trimEnd()}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={(event) => {
          if (event.currentTarget.matches(':focus-visible')) event.currentTarget.select();
        }}
        onBlur={props.onBlur}
        className={cx(
          // The touch target is larger than the line of figures, without moving anything.
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
  );
}

function Unit({ isCompact, children }: { readonly isCompact: boolean; readonly children: string }) {
  return (
    <span className={cx('shrink-0 font-medium text-ink-3', isCompact ? 'text-small' : 'text-lead')}>
      {children}
    </span>
  );
}

type AmountMessageProps = Pick<AmountFieldProps, 'echo' | 'announcedBy'> & {
  readonly ids: FieldIds;
  readonly message: string | null;
  readonly spelledOut: string;
};

/** The error or the additional information, and the announcement of the spelled-out amount. */
function AmountMessage({ ids, message, echo, announcedBy, spelledOut }: AmountMessageProps) {
  const announced = useRested(spelledOut);
  return (
    <div
      className="min-h-5 min-w-0 [overflow-wrap:anywhere]"
      aria-live={announcedBy === undefined ? 'polite' : undefined}
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
        {message ? null : echo}
      </span>
      {announcedBy === undefined ? <span className="sr-only">{announced}</span> : null}
    </div>
  );
}

type BalanceLineProps = Pick<AmountFieldProps, 'balance' | 'max'> & {
  readonly id: string;
  readonly isDisabled: boolean;
};

function BalanceLine({ id, balance, max, isDisabled }: BalanceLineProps) {
  return (
    <div className="flex min-h-5 items-start justify-end gap-2">
      <span id={id} className="num text-end whitespace-normal text-ink-3 empty:hidden">
        {balance}
      </span>
      {max ? (
        <AriaButton
          onPress={max.onPress}
          isDisabled={isDisabled}
          {...(max.accessibleLabel ? { 'aria-label': max.accessibleLabel } : {})}
          className="relative -me-1 rounded-sm px-1 font-semibold text-accent-ink after:absolute after:-inset-3 data-hovered:underline data-disabled:text-ink-3"
        >
          {max.label}
        </AriaButton>
      ) : null}
    </div>
  );
}

/** Returns a smaller size for long amounts, so that all digits are visible. */
function figureSize(value: string): string {
  if (value.length <= 9) return 'text-display';
  return value.length <= 14 ? 'text-title' : 'text-body font-semibold';
}
