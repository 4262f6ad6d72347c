import { Button, Card, ErrorState, lazyView } from '@salar/ui';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { TransferLayout, TransferSkeleton } from '../transfer-layout.tsx';
import type { TicketsViewProps } from './tickets-view.tsx';
import { useTransferAsset } from '../use-transfer-asset.ts';
import { useSendWithdrawal } from './use-send-withdrawal.ts';
import { useWithdrawals } from './tickets/use-withdrawals.ts';
import type { WithdrawFormProps } from './withdraw-form.tsx';

/** The code that draws tickets is loaded once there are some. */
const tickets = lazyView<TicketsViewProps>(async () => (await import('./tickets-view.tsx')).TicketsView);

/** The form waits for the balances from the server: its code loads meanwhile. */
const form = lazyView<WithdrawFormProps>(async () => (await import('./withdraw-form.tsx')).WithdrawForm);

/** Withdraws an asset. */
export function WithdrawPage() {
  return (
    <TransferLayout current="withdraw">
      <WithdrawBody />
    </TransferLayout>
  );
}

function WithdrawBody() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { holdings, accountId, asset, choose, error, refetch } = useTransferAsset('canWithdraw');
  const sending = useSendWithdrawal();
  const withdrawals = useWithdrawals(accountId);
  const lists = useRef<HTMLDivElement>(null);
  const Form = form.use(true);
  const Tickets = tickets.use(sending.receipt !== null || withdrawals.all.length > 0);
  if (error) {
    return (
      <Card className="mx-auto w-full max-w-md">
        <ErrorState
          title={t('transfers.withdraw.errors.load')}
          retryLabel={t('common.retry')}
          onRetry={refetch}
        >
          {failureText(error)}
        </ErrorState>
      </Card>
    );
  }
  if (!holdings || !asset || !Form) return <TransferSkeleton hasSummary />;
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-5 lg:max-w-[52rem]">
      {Tickets && !sending.receipt ? (
        // On a phone the lists are below a form of two screens.
        <div className="-mt-2 -mb-3 self-end lg:hidden">
          <Button
            variant="ghost"
            size="sm"
            onPress={() => {
              lists.current?.focus({ preventScroll: true });
              lists.current?.scrollIntoView();
            }}
          >
            {t('transfers.withdraw.latest')}
          </Button>
        </div>
      ) : null}
      {sending.receipt ? null : (
        <Form
          // Another asset starts over: nothing typed for one may be sent as another.
          key={asset.productId}
          asset={asset}
          accountId={accountId}
          holdings={holdings}
          onChooseAsset={choose}
          sending={sending}
        />
      )}
      {sending.receipt && !Tickets ? <TransferSkeleton hasSummary /> : null}
      {accountId !== null && Tickets ? (
        <div ref={lists} tabIndex={-1} className="outline-none">
          <Tickets
            accountId={accountId}
            receipt={sending.receipt}
            withdrawals={withdrawals}
            onStartOver={sending.startOver}
          />
        </div>
      ) : null}
    </div>
  );
}
