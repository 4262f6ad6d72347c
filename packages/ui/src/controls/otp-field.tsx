import { OTPInput } from 'input-otp';
import { useId } from 'react';
import type { Ref } from 'react';
import { cx } from '../cx.ts';
import { AlertIcon } from '../icons.tsx';

export type OtpFieldProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called once with all six digits. */
  readonly onComplete?: ((code: string) => void) | undefined;
  readonly error?: string | null | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
};

/** Product spec, section 9: a second factor's code has 6 digits. */
const codeLength = 6;

/** Six boxes over one real input, so that pasting and the phone's own suggestion work. */
export function OtpField({
  label,
  value,
  onChange,
  onComplete,
  error,
  isDisabled = false,
  autoFocus,
  inputRef,
}: OtpFieldProps) {
  const ids = { input: useId(), message: useId() };
  const isInvalid = typeof error === 'string' && error !== '';
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={ids.input} className="text-small font-medium text-ink-2">
        {label}
      </label>
      <OTPInput
        id={ids.input}
        {...(inputRef ? { ref: inputRef } : {})}
        value={value}
        onChange={onChange}
        {...(onComplete ? { onComplete } : {})}
        maxLength={codeLength}
        pattern="^\d*$"
        inputMode="numeric"
        autoComplete="one-time-code"
        pasteTransformer={(text) => text.replace(/\D/g, '')}
        pushPasswordManagerStrategy="none"
        noScriptCSSFallback={null}
        disabled={isDisabled}
        // The code is the only field on its panel.
        autoFocus={autoFocus ?? false}
        aria-invalid={isInvalid || undefined}
        aria-describedby={ids.message}
        containerClassName="w-full"
        render={({ slots, isFocused }) => (
          <div className="grid w-full grid-cols-6 gap-2">
            {slots.map((slot, index) => (
              <div
                // The boxes never change their order.
                key={index}
                className={cx(
                  'num grid h-13 place-items-center rounded-md border bg-surface text-title text-ink-1 transition-colors duration-120',
                  isInvalid ? 'border-danger' : 'border-line-strong',
                  isFocused && slot.isActive && 'border-focus outline-2 outline-focus',
                )}
              >
                {slot.char ?? (slot.hasFakeCaret ? <span className="h-6 w-px bg-ink-1" /> : null)}
              </div>
            ))}
          </div>
        )}
      />
      <span
        id={ids.message}
        role={isInvalid ? 'alert' : undefined}
        className="flex min-h-5 items-start gap-1.5 text-small text-danger"
      >
        {isInvalid ? (
          <>
            <AlertIcon size={16} className="mt-0.5" />
            {error}
          </>
        ) : null}
      </span>
    </div>
  );
}
