import { useEffect, useState } from 'react';
import { spellOutAmount } from '../format/spell-out-amount.ts';
import { useNumberFormat } from '../format/number-format.ts';
import { readAmount } from '../format/typed-amount.ts';
import { useUiTexts } from '../texts/ui-texts.tsx';

/** After this pause in typing the spelled-out amount is announced. */
const restMs = 800;

type Typed = {
  readonly value: string;
  readonly unit?: string | undefined;
  readonly symbol?: string | undefined;
  readonly error?: string | null | undefined;
  readonly placesMax?: number | undefined;
  readonly isFiat?: boolean | undefined;
  readonly isLoading?: boolean | undefined;
};

/**
 * Reads the text of an amount field in the current number format.
 *
 * @returns the error to show, or null; and the amount spelled out, empty without an amount
 */
export function useAmountReading({ value, unit, symbol = unit, error, placesMax, isFiat, isLoading }: Typed) {
  const texts = useUiTexts();
  const format = useNumberFormat();
  const read = readAmount(value, { placesMax, isFiat, unit: symbol }, format);
  const isProblem = read.kind !== 'amount' && read.kind !== 'empty';
  return {
    message: isProblem ? texts.amountProblem(read) : (error ?? null),
    spelledOut:
      read.kind === 'amount' && !isLoading
        ? spellOutAmount(read.value, { language: texts.language, unit: symbol, style: format.style })
        : '',
  };
}

/** Returns a text once it has not changed for a moment. The initial text is not announced. */
export function useRested(text: string): string {
  const [first] = useState(text);
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested((last) => (last === '' && text === first ? '' : text)), restMs);
    return () => clearTimeout(timer);
  }, [text, first]);
  return rested;
}
