import { EmptyState, ErrorState, WalletIcon } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useGetDepositTemplateTypesQuery } from '../api/get-deposit-template-types.ts';
import type { Holding } from '../../../customer/holdings.ts';
import { useCustomer } from '../../../customer/use-customer.ts';
import { isDepositNetwork } from '../../../api/records/template-type.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { DepositAddress, DepositAddressSkeleton } from './deposit-address.tsx';
import { MethodField, OnlyMethod } from '../method-field.tsx';
import { chooseDepositMethod, groupByMethod, chooseProvider } from '../method.ts';
import type { Method } from '../method.ts';
import { NetworkField } from '../network-field.tsx';
import { WaysSkeleton } from '../transfer-layout.tsx';

export type DepositWaysProps = { readonly asset: Holding };

/** The deposit methods of one asset. Chosen method and network belong to the asset, so another asset starts over. */
export function DepositWays({ asset }: DepositWaysProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { accountId, level } = useCustomer();
  const [chosenMethod, setChosenMethod] = useState<Method | null>(null);
  const [chosenProvider, setChosenProvider] = useState<number | null>(null);
  const types = useGetDepositTemplateTypesQuery({ productId: asset.productId });
  if (types.error && !types.data) {
    return (
      <ErrorState
        title={t('transfers.deposit.error')}
        retryLabel={t('common.retry')}
        onRetry={() => void types.refetch()}
        isCompact
      >
        {failureText(types.error)}
      </ErrorState>
    );
  }
  if (!types.data)
    return (
      <>
        <WaysSkeleton />
        <DepositAddressSkeleton />
      </>
    );

  const methods = groupByMethod(types.data, isDepositNetwork);
  const { symbol } = asset;
  if (methods.bank.length === 0 && methods.wallet.length === 0) {
    return (
      <EmptyState title={t('transfers.deposit.noMethod', { symbol })} icon={<WalletIcon size={28} />}>
        {t('transfers.deposit.noMethodBody')}
      </EmptyState>
    );
  }
  const method = chooseDepositMethod(methods, chosenMethod);
  const network = chooseProvider(methods.wallet, chosenProvider);
  return (
    <>
      {methods.bank.length > 0 && methods.wallet.length > 0 ? (
        <MethodField value={method} onChange={setChosenMethod} bankReason={null} walletReason={null} />
      ) : (
        <OnlyMethod method={method} />
      )}
      {method === 'bank' ? (
        <div className="flex flex-col items-center gap-2 py-6 text-center text-wrap-balance text-ink-2">
          <p className="text-lead font-semibold">{t('transfers.deposit.wip')}</p>
          <p>{t('transfers.deposit.wipHelp', { symbol })}</p>
        </div>
      ) : network ? (
        <>
          <NetworkField networks={methods.wallet} value={network} onChange={setChosenProvider} />
          {accountId === null || level < 1 ? (
            <DepositAddressSkeleton />
          ) : (
            <DepositAddress
              key={network.providerId}
              accountId={accountId}
              productId={asset.productId}
              symbol={symbol}
              network={network}
            />
          )}
        </>
      ) : null}
    </>
  );
}
