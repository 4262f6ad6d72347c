import { AmountField, findAmountProblem, toAmountValue } from '@salar/ui';
import type { Ref } from 'react';
import { notionalSymbol } from '@salar/protocol/money/notional-symbol';
import { useTranslation } from '../../i18n/use-translation.ts';

const rules = { placesMax: 2, isFiat: true, unit: notionalSymbol } as const;

/** Reads the text of the field; an empty text is no limit of the customer's own, and null no amount. */
export function readDailyLimit(text: string): string | null {
  return findAmountProblem(text, rules) ? null : toAmountValue(text, rules);
}

export type DailyLimitFieldProps = {
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly autoFocus?: boolean;
};

/** Edits the most that a key trades in a day; optional. */
export function DailyLimitField(props: DailyLimitFieldProps) {
  const { t } = useTranslation();
  return (
    <AmountField
      label={t('api-keys.limit.label')}
      unit={notionalSymbol}
      placesMax={rules.placesMax}
      isFiat
      echo={t('api-keys.limit.hint')}
      look="compact"
      {...props}
    />
  );
}
