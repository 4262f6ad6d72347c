import { BankIcon, RadioCards, WalletIcon } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { Method } from './method.ts';

export type MethodFieldProps = {
  readonly value: Method;
  readonly onChange: (method: Method) => void;
  /** Why a method cannot be chosen; null when it can. */
  readonly bankReason: string | null;
  readonly walletReason: string | null;
};

/** Bank or wallet. */
export function MethodField({ value, onChange, bankReason, walletReason }: MethodFieldProps) {
  const { t } = useTranslation();
  return (
    <RadioCards
      label={t('ramping.method.label')}
      value={value}
      onChange={(method) => onChange(method === 'bank' ? 'bank' : 'wallet')}
      options={[
        {
          value: 'bank',
          label: t('ramping.method.bank'),
          description: t('ramping.method.bankHint'),
          icon: <BankIcon />,
          isDisabled: bankReason !== null,
          reason: bankReason ?? undefined,
        },
        {
          value: 'wallet',
          label: t('ramping.method.wallet'),
          description: t('ramping.method.walletHint'),
          icon: <WalletIcon />,
          isDisabled: walletReason !== null,
          reason: walletReason ?? undefined,
        },
      ]}
    />
  );
}
