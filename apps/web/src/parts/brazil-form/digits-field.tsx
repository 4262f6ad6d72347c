import { TextField } from '@salar/ui';
import { useLayoutEffect, useRef } from 'react';
import { caretBehind, digitsOf, masked } from './digit-mask.ts';

export type DigitsFieldProps = {
  readonly label: string;
  readonly mask: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly autoComplete?: string;
  readonly error: string | null;
  readonly hint?: string;
};

/** A number that puts its own marks between the digits; the caret stays where the hand is. */
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
      value={masked(value, mask)}
      onChange={(typed) => {
        const before = typed.slice(0, input.current?.selectionStart ?? typed.length);
        const shown = masked(typed, mask);
        caret.current = caretBehind(shown, digitsOf(before).length);
        onChange(shown);
      }}
    />
  );
}
