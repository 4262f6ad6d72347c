import { Card, ErrorState, lazyView } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { AssetField } from '../asset-field.tsx';
import type { DepositTicketsProps } from './deposit-tickets.tsx';
import type { DepositWaysProps } from './deposit-ways.tsx';
import { TransferLayout, TransferSkeleton } from '../transfer-layout.tsx';
import { useDepositTickets } from './use-deposit-tickets.ts';
import { useTransferAsset } from '../use-transfer-asset.ts';

/** The code that draws tickets is loaded once there are some. */
const tickets = lazyView<DepositTicketsProps>(
  async () => (await import('./deposit-tickets.tsx')).DepositTickets,
);

/** The deposit methods wait for the balances from the server; their code loads meanwhile. */
const ways = lazyView<DepositWaysProps>(async () => (await import('./deposit-ways.tsx')).DepositWays);

/** Shows how to deposit. */
export function DepositPage() {
  return (
    <TransferLayout current="deposit">
      <div className="mx-auto w-full max-w-md md:max-w-[40rem]">
        <DepositCard />
      </div>
    </TransferLayout>
  );
}

function DepositCard() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { holdings, accountId, asset, choose, error, refetch } = useTransferAsset('canDeposit');
  const Ways = ways.use(true);
  if (error) {
    return (
      <Card>
        <ErrorState title={t('transfers.deposit.error')} retryLabel={t('common.retry')} onRetry={refetch}>
          {failureText(error)}
        </ErrorState>
      </Card>
    );
  }
  if (!holdings || !asset || !Ways) return <TransferSkeleton />;
  const { productId, symbol } = asset;
  return (
    <div className="flex flex-col gap-5">
      <Card>
        {/* Dense enough that the address and its button stay above the tab bar of a phone of 360 x 740. */}
        <div className="flex flex-col gap-4">
          <AssetField holdings={holdings} value={productId} onChange={choose} />
          <Ways key={productId} asset={asset} />
        </div>
      </Card>
      {accountId === null ? null : (
        <LatestDeposits key={productId} accountId={accountId} productId={productId} symbol={symbol} />
      )}
    </div>
  );
}

/** The asset's deposits on their way and the last ones that arrived. Draws nothing until there are some. */
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
