import { EyeIcon, EyeOffIcon, IconButton, Num, hiddenFigure } from '@salar/ui';
import type { NumProps } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useHiddenBalances } from './use-hidden-balances.ts';

/** Shows one of the customer's own amounts with `Num`, hidden while the customer hides balances. */
export function OwnAmount(props: Omit<NumProps, 'isHidden'>) {
  const { isHidden } = useHiddenBalances();
  return <Num {...props} isHidden={isHidden} />;
}

export type OwnAmountTextProps = {
  /** The formatted amount. */
  readonly amount: string;
  /** Builds the sentence around the amount, or around its placeholder. */
  readonly write: (amount: string) => string;
};

/** Shows a sentence with one of the customer's own amounts, which is hidden while the customer hides balances. */
export function OwnAmountText({ amount, write }: OwnAmountTextProps) {
  const { t } = useTranslation();
  const { isHidden } = useHiddenBalances();
  if (!isHidden) return write(amount);
  return (
    <>
      <span aria-hidden="true">{write(hiddenFigure)}</span>
      <span className="sr-only">{write(t('ui.hidden'))}</span>
    </>
  );
}

/** Hides or shows the customer's own amounts on every page. */
export function HideBalancesButton() {
  const { t } = useTranslation();
  const { isHidden, toggle } = useHiddenBalances();
  return (
    <IconButton
      label={t(isHidden ? 'common.showBalances' : 'common.hideBalances')}
      icon={isHidden ? <EyeOffIcon size={18} /> : <EyeIcon size={18} />}
      onPress={toggle}
      aria-pressed={isHidden}
    />
  );
}
