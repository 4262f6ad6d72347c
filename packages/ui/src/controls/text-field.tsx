import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import { cx } from '../cx.ts';
import { omitUndefined } from '../omit-undefined.ts';
import { AlertIcon } from '../icons.tsx';

export type TextFieldProps = {
  readonly label: string;
  readonly isLabelHidden?: boolean | undefined;
  readonly value?: string | undefined;
  readonly defaultValue?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  readonly onFocus?: (() => void) | undefined;
  readonly name?: string | undefined;
  readonly type?: 'text' | 'email' | 'password' | 'tel' | undefined;
  readonly inputMode?: 'text' | 'email' | 'numeric' | 'decimal' | 'tel' | undefined;
  /** The label of the Enter key on a screen keyboard. */
  readonly enterKeyHint?: 'next' | 'done' | 'go' | 'send' | undefined;
  readonly autoComplete?: string | undefined;
  readonly autoCapitalize?: 'none' | 'sentences' | 'words' | undefined;
  readonly spellCheck?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly icon?: ReactNode;
  /** Rendered inside the frame, at the end. */
  readonly trailing?: ReactNode;
  readonly hint?: ReactNode;
  /** The field is invalid while this is set. */
  readonly error?: string | null | undefined;
  /** Announces the error when it appears, for a field that may already have the focus. */
  readonly isErrorAnnounced?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Sets identifiers in the monospaced font. */
  readonly isMono?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  readonly className?: string | undefined;
};

/** A text input with its label, hint and error. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden = false,
    icon,
    trailing,
    hint,
    error,
    inputRef,
    className,
    isMono,
    onChange,
  } = props;
  const ids = { input: useId(), hint: useId(), message: useId() };
  const isInvalid = typeof error === 'string' && error !== '';
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label
        htmlFor={ids.input}
        className={isLabelHidden ? 'sr-only' : 'block text-small font-medium text-ink-2'}
      >
        {label}
      </label>
      {hint === undefined || hint === null ? null : (
        <span id={ids.hint} className="block text-small text-ink-3">
          {hint}
        </span>
      )}
      <div
        className="field-frame flex min-h-11 items-center gap-2.5 px-3.5"
        data-invalid={isInvalid || undefined}
        data-disabled={props.isDisabled || undefined}
      >
        {icon ? <span className="text-ink-3">{icon}</span> : null}
        <input
          id={ids.input}
          {...omitUndefined({
            ref: inputRef,
            value: props.value,
            defaultValue: props.defaultValue,
            name: props.name,
            placeholder: props.placeholder,
            inputMode: props.inputMode,
            enterKeyHint: props.enterKeyHint,
            autoComplete: props.autoComplete,
            autoCapitalize: props.autoCapitalize,
            maxLength: props.maxLength,
            autoFocus: props.autoFocus,
            onBlur: props.onBlur,
            onFocus: props.onFocus,
          })}
          type={props.type ?? 'text'}
          spellCheck={props.spellCheck ?? false}
          disabled={props.isDisabled ?? false}
          readOnly={props.isReadOnly ?? false}
          aria-required={props.isRequired || undefined}
          aria-invalid={isInvalid || undefined}
          aria-describedby={`${ids.hint} ${ids.message}`}
          onChange={(event) => onChange?.(event.currentTarget.value)}
          className={cx(
            // The input covers the frame's border as well, to enlarge its touch target.
            '-my-px min-h-11 w-full min-w-0 bg-transparent py-2 text-body text-ink-1',
            isMono && 'font-mono text-small placeholder:font-sans',
          )}
        />
        {trailing}
      </div>
      {isInvalid ? (
        <span
          id={ids.message}
          {...(props.isErrorAnnounced ? { role: 'alert' } : {})}
          className="flex items-start gap-1.5 text-small text-danger"
        >
          <AlertIcon size={16} className="mt-0.5" />
          <span>{error}</span>
        </span>
      ) : null}
    </div>
  );
}
