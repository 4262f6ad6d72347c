import { AlertIcon } from '@salar/ui';
import { useId } from 'react';

export type TextAreaProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly maxLength: number;
  readonly isDisabled: boolean;
};

/** A text of a few sentences, with label, hint and error. Line breaks become spaces: it is stored as one line. */
export function TextArea({ label, hint, value, onChange, error, maxLength, isDisabled }: TextAreaProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="block text-small font-medium text-ink-2">
        {label}
      </label>
      <span id={`${id}-hint`} className="block text-small text-ink-3">
        {hint}
      </span>
      <div
        className="field-frame px-3.5"
        data-invalid={error !== null || undefined}
        data-disabled={isDisabled || undefined}
      >
        <textarea
          id={id}
          rows={3}
          value={value}
          maxLength={maxLength}
          disabled={isDisabled}
          aria-required="true"
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-hint ${id}-message`}
          onChange={(event) => onChange(event.currentTarget.value.replace(/\s*[\r\n]+\s*/g, ' '))}
          className="block w-full resize-y bg-transparent py-2.5 text-body text-ink-1"
        />
      </div>
      {error === null ? null : (
        <span id={`${id}-message`} className="flex items-start gap-1.5 text-small text-danger">
          <AlertIcon size={16} className="mt-0.5" />
          <span>{error}</span>
        </span>
      )}
    </div>
  );
}
