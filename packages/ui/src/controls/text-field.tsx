import type { ReactNode, Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { cx } from '../cx.ts';
import { defined } from '../defined.ts';
import { FieldHint, FieldLabel, FieldMessage } from './field-parts.tsx';

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
  readonly autoComplete?: string | undefined;
  readonly autoCapitalize?: 'none' | 'sentences' | 'words' | undefined;
  readonly spellCheck?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly maxLength?: number | undefined;
  readonly icon?: ReactNode;
  /** Drawn inside the frame, at the end. */
  readonly trailing?: ReactNode;
  readonly hint?: ReactNode;
  /** The field is invalid while this is set. */
  readonly error?: string | null | undefined;
  readonly isRequired?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly isReadOnly?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  /** Identifiers are set in the monospaced face. */
  readonly isMono?: boolean | undefined;
  readonly inputRef?: Ref<HTMLInputElement> | undefined;
  readonly className?: string | undefined;
};

/** A line of text with its label, hint and error. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    isLabelHidden = false,
    icon,
    trailing,
    hint,
    error,
    placeholder,
    inputRef,
    className,
    isMono,
    type,
  } = props;
  const isInvalid = typeof error === 'string' && error !== '';
  return (
    <AriaTextField
      {...defined({
        value: props.value,
        defaultValue: props.defaultValue,
        onChange: props.onChange,
        onBlur: props.onBlur,
        onFocus: props.onFocus,
        name: props.name,
        type,
        inputMode: props.inputMode,
        autoComplete: props.autoComplete,
        autoCapitalize: props.autoCapitalize,
        maxLength: props.maxLength,
        autoFocus: props.autoFocus,
      })}
      spellCheck={props.spellCheck === true ? 'true' : 'false'}
      isRequired={props.isRequired ?? false}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      isInvalid={isInvalid}
      validationBehavior="aria"
      className={cx('flex flex-col gap-1.5', className)}
    >
      <FieldLabel isHidden={isLabelHidden}>{label}</FieldLabel>
      {hint === undefined || hint === null ? null : <FieldHint>{hint}</FieldHint>}
      <div
        className="field-frame flex min-h-11 items-center gap-2.5 px-3.5"
        data-invalid={isInvalid || undefined}
        data-disabled={props.isDisabled || undefined}
      >
        {icon ? <span className="text-ink-3">{icon}</span> : null}
        <Input
          {...defined({ ref: inputRef, placeholder })}
          className={cx(
            'w-full min-w-0 bg-transparent py-2 text-body text-ink-1',
            isMono && 'font-mono text-small',
          )}
        />
        {trailing}
      </div>
      <FieldMessage>{error}</FieldMessage>
    </AriaTextField>
  );
}
