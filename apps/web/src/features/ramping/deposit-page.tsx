import { Card, EmptyState, ErrorState, WalletIcon, lazyView } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetDepositTemplateTypesQuery } from '../../api/calls/get-deposit-template-types.ts';
import type { Holding } from '../../api/customer/holdings.ts';
import { useCustomer } from '../../api/customer/use-customer.ts';
import { isDepositNetwork } from '../../api/records/template-type.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { AssetField } from './asset-field.tsx';
import { DepositAddress, DepositAddressSkeleton } from './deposit-address.tsx';
import type { DepositTicketsProps } from './deposit-tickets.tsx';
import { MethodField, OnlyMethod } from './method-field.tsx';
import { depositMethod, methodsOf, providerOf } from './method.ts';
import type { Method } from './method.ts';
import { NetworkField } from './network-field.tsx';
import { RampingLayout, RampingSkeleton, WaysSkeleton } from './ramping-layout.tsx';
import { useDepositTickets } from './use-deposit-tickets.ts';
import { useRampingAsset } from './use-ramping-asset.ts';

/** Tickets are drawn, and their code asked for, once there are some. */
const tickets = lazyView<DepositTicketsProps>(
  async () => (await import('./deposit-tickets.tsx')).DepositTickets,
);

/** How to bring money in. */
export function DepositPage() {
  return (
    <RampingLayout current="deposit">
      <div className="mx-auto w-full max-w-md md:max-w-[40rem]">
        <DepositCard />
      </div>
    </RampingLayout>
  );
}

function DepositCard() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { holdings, accountId, asset, choose, error, refetch } = useRampingAsset('canDeposit');
  if (error) {
    return (
      <Card>
        <ErrorState title={t('ramping.deposit.error')} retryLabel={t('common.retry')} onRetry={refetch}>
          {failureText(error)}
        </ErrorState>
      </Card>
    );
  }
  if (!holdings || !asset) return <RampingSkeleton />;
  const { productId, symbol } = asset;
  return (
    <div className="flex flex-col gap-5">
      <Card>
        {/* So close that the address and its button stay above the tab bar of a phone of 360 x 740. */}
        <div className="flex flex-col gap-4">
          <AssetField holdings={holdings} value={productId} onChange={choose} />
          <DepositWays key={productId} asset={asset} />
        </div>
      </Card>
      {accountId === null ? null : (
        <LatestDeposits key={productId} accountId={accountId} productId={productId} symbol={symbol} />
      )}
    </div>
  );
}

/** The asset's deposits on their way and the last that came in. Nothing until there are some. */
function LatestDeposits(props: {
  readonly accountId: number;
  readonly productId: number;
  readonly symbol: string;
}) {
  const { accountId, productId, symbol } = props;
  const latest = useDepositTickets({ accountId, productId });
  const Tickets = tickets.use(latest.length > 0);
  if (Tickets === null || latest.length === 0) return null;
  return <Tickets tickets={latest} productId={productId} symbol={symbol} />;
}

/** The ways one asset comes in. Chosen method and network belong to the asset, so another asset starts afresh. */
function DepositWays({ asset }: { readonly asset: Holding }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { accountId, level } = useCustomer();
  const [chosenMethod, setChosenMethod] = useState<Method | null>(null);
  const [chosenProvider, setChosenProvider] = useState<number | null>(null);
  const types = useGetDepositTemplateTypesQuery({ productId: asset.productId });
  if (types.error && !types.data) {
    return (
      <ErrorState
        title={t('ramping.deposit.error')}
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

  const methods = methodsOf(types.data, isDepositNetwork);
  const { symbol } = asset;
  if (methods.bank.length === 0 && methods.wallet.length === 0) {
    return (
      <EmptyState title={t('ramping.deposit.noMethod', { symbol })} icon={<WalletIcon size={28} />}>
        {t('ramping.deposit.noMethodBody')}
      </EmptyState>
    );
  }
  const method = depositMethod(methods, chosenMethod);
  const network = providerOf(methods.wallet, chosenProvider);
  return (
    <>
      {methods.bank.length > 0 && methods.wallet.length > 0 ? (
        <MethodField value={method} onChange={setChosenMethod} bankReason={null} walletReason={null} />
      ) : (
        <OnlyMethod method={method} />
      )}
      {method === 'bank' ? (
        <div className="flex flex-col items-center gap-2 py-6 text-center text-wrap-balance text-ink-2">
          <p className="text-lead font-semibold">{t('ramping.deposit.wip')}</p>
          <p>{t('ramping.deposit.wipHelp', { symbol })}</p>
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
