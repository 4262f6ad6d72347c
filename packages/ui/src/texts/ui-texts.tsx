/** The few words every component needs. The app gives them once, in the customer's language. */
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

export type UiTexts = {
  readonly close: string;
  readonly loading: string;
  readonly showPassword: string;
  readonly hidePassword: string;
  readonly copied: string;
  /** Said after copying, for example "Address copied to clipboard". */
  readonly copiedToClipboard: (what: string) => string;
  readonly copyRefused: string;
  readonly hidden: string;
  readonly clear: string;
  readonly opensNewTab: string;
  readonly amountFormat: string;
  readonly amountTooPrecise: (placesMax: number) => string;
  readonly notifications: string;
  /** A change in percent, spoken: "minus 1.12 percent, down". `size` has no sign. */
  readonly spokenChange: (change: { direction: 'up' | 'down' | 'flat'; size: string }) => string;
  /** A negative figure, spoken. `size` has no sign. */
  readonly spokenNegative: (size: string) => string;
  readonly noValue: string;
  /** What a carousel and one of its cards are called, as the screen reader's own word for a role. */
  readonly carousel: string;
  readonly slide: string;
};

const english: UiTexts = {
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
  amountFormat: 'Use a point for decimals, for example 1234.50',
  amountTooPrecise: (placesMax) => `At most ${placesMax} decimals`,
  notifications: 'Notifications',
  spokenChange: ({ direction, size }) =>
    direction === 'flat'
      ? `${size} percent, unchanged`
      : direction === 'up'
        ? `plus ${size} percent, up`
        : `minus ${size} percent, down`,
  spokenNegative: (size) => `minus ${size}`,
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
