import { TextField } from '@salar/ui';
import { useLayoutEffect, useRef } from 'react';
import { findCaret, extractDigits, applyMask } from './digit-mask.ts';

export type DigitsFieldProps = {
  readonly label: string;
  readonly mask: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete?: string;
  readonly error: string | null;
  readonly hint?: string;
};

/** A number field that punctuates its digits and keeps the caret in place. */
export function DigitsField({ mask, value, onChange, ...field }: DigitsFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextField
      {...field}
      inputRef={input}
      inputMode="numeric"
      placeholder={mask}
      isRequired
      value={applyMask(value, mask)}
      onChange={(typed) => {
        const before = typed.slice(0, input.current?.selectionStart ?? typed.length);
        const shown = applyMask(typed, mask);
        caret.current = findCaret(shown, extractDigits(before).length);
        onChange(shown);
      }}
    />
  );
}
