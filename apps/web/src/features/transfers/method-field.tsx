import { BankIcon, RadioCards, WalletIcon } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Method } from './method.ts';

export type MethodFieldProps = {
  readonly value: Method;
  readonly onChange: (method: Method) => void;
  /** Why a method cannot be chosen; null when it can. */
  readonly bankReason: string | null;
  readonly walletReason: string | null;
};

/** Selects bank or wallet. */
export function MethodField({ value, onChange, bankReason, walletReason }: MethodFieldProps) {
  const { t } = useTranslation();
  return (
    <RadioCards
      label={t('transfers.method.label')}
      value={value}
      onChange={(method) => onChange(method === 'bank' ? 'bank' : 'wallet')}
      options={[
        {
          value: 'bank',
          label: t('transfers.method.bank'),
          description: t('transfers.method.bankHint'),
          icon: <BankIcon />,
          isDisabled: bankReason !== null,
          reason: bankReason ?? undefined,
        },
        {
          value: 'wallet',
          label: t('transfers.method.wallet'),
          description: t('transfers.method.walletHint'),
          icon: <WalletIcon />,
          isDisabled: walletReason !== null,
          reason: walletReason ?? undefined,
        },
      ]}
    />
  );
}

/** The payment method where there is only one: a line of text instead of a choice. */
export function OnlyMethod({ method }: { readonly method: Method }) {
  const { t } = useTranslation();
  return (
    <dl className="flex flex-wrap items-baseline justify-between gap-x-4 text-body">
      <dt className="text-small font-medium text-ink-2">{t('transfers.method.label')}</dt>
      <dd className="font-semibold">{t(`transfers.method.${method}`)}</dd>
    </dl>
  );
}
