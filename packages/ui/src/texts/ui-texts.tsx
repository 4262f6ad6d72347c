/** The few texts that every component needs. The app provides them once, in the customer's language. */
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { toFieldText } from '../format/field-text.ts';
import type { TypedAmountProblem } from '../format/typed-amount.ts';

export type UiTexts = {
  /** The language of these texts: `en`, `es` or `pt`. Amounts are spelled out in it. */
  readonly language: string;
  readonly close: string;
  readonly loading: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly copied: string;
  /** Announced after copying, for example "Address copied to clipboard". */
  readonly copiedToClipboard: (what: string) => string;
  readonly copyRefused: string;
  readonly hidden: string;
  readonly clear: string;
  readonly opensNewTab: string;
  /** Explains why a typed text is not an amount, precisely enough to correct it. */
  readonly amountProblem: (problem: TypedAmountProblem) => string;
  readonly notifications: string;
  /** A change in percent for screen readers: "minus 1.12 percent, down". `size` has no sign. */
  readonly announcedChange: (change: { direction: 'up' | 'down' | 'flat'; size: string }) => string;
  /** A negative figure for screen readers. `size` has no sign. */
  readonly announcedNegative: (size: string) => string;
  readonly noValue: string;
  /** The role descriptions of a carousel and its cards, for screen readers. */
  readonly carousel: string;
  readonly slide: string;
};

function describeInEnglish(problem: TypedAmountProblem): string {
  switch (problem.kind) {
    case 'ambiguous':
      return `${problem.text} could be ${toFieldText(problem.grouped)} or ${toFieldText(problem.decimal)}`;
    case 'tooPrecise':
      return problem.placesMax === 0 ? 'No decimals here' : `At most ${problem.placesMax} decimals`;
    case 'tooLong':
      return `At most ${problem.digitsMax} digits before the decimals`;
    case 'sign':
      return 'An amount has no plus or minus sign';
    case 'exponent':
      return 'Write the number out, without the letter e';
    case 'letters':
      return 'An amount has no letters';
    case 'character':
      return `“${problem.character}” does not belong in an amount`;
    default:
      return 'The points or commas do not fit. Write 1234.50, for example.';
  }
}

const english: UiTexts = {
  language: 'en',
  close: 'Close',
  loading: 'Loading…',
  showPassword: 'Show',
  hidePassword: 'Hide',
  copied: 'Copied',
  copiedToClipboard: (what) => `${what} copied to clipboard`,
  copyRefused: 'Your browser refused to copy. The text is selected: copy it with the keyboard.',
  hidden: 'hidden',
  clear: 'Clear',
  opensNewTab: '(opens in a new tab)',
  amountProblem: describeInEnglish,
  notifications: 'Notifications',
  announcedChange: ({ direction, size }) =>
    direction === 'flat'
      ? `${size} percent, unchanged`
      : direction === 'up'
        ? `plus ${size} percent, up`
        : `minus ${size} percent, down`,
  announcedNegative: (size) => `minus ${size}`,
  noValue: 'no value',
  carousel: 'carousel',
  slide: 'slide',
};

const UiTextsContext = createContext<UiTexts>(english);

export function UiTextsProvider({
  texts,
  children,
}: {
  readonly texts: UiTexts;
  readonly children: ReactNode;
}) {
  return <UiTextsContext value={texts}>{children}</UiTextsContext>;
}

export function useUiTexts(): UiTexts {
  return useContext(UiTextsContext);
}
