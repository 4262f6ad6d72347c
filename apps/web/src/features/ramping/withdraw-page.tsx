import {
  AmountField,
  Card,
  ErrorState,
  InlineNotice,
  Link,
  formatDecimal,
  formatSwapBalance,
  notify,
} from '@salar/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Holding } from '../../api/customer/holdings.ts';
import { useUsdPrices } from '../../api/customer/use-usd-prices.ts';
import { multiply } from '../../lib/decimal.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { AssetField } from './asset-field.tsx';
import { MethodField } from './method-field.tsx';
import { NetworkField } from './network-field.tsx';
import { RampingLayout, RampingSkeleton } from './ramping-layout.tsx';
import { ReceiverFields } from './receiver-fields.tsx';
import { useRampingAsset } from './use-ramping-asset.ts';
import { useSendWithdrawal } from './use-send-withdrawal.ts';
import { useWithdrawDraft } from './use-withdraw-draft.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';
import type { AmountProblem } from './withdraw-check.ts';
import { WithdrawReview } from './withdraw-review.tsx';
import { WithdrawSuccess } from './withdraw-success.tsx';
import { WithdrawButton, WithdrawSummary } from './withdraw-summary.tsx';

const restMs = 800;
const limitToastDelayMs = 500;

/** How to send money out. */
export function WithdrawPage() {
  return (
    <RampingLayout current="withdraw">
      <WithdrawSteps />
    </RampingLayout>
  );
}

function WithdrawSteps() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { holdings, accountId, asset, choose, error, refetch } = useRampingAsset('canWithdraw');
  const sending = useSendWithdrawal();
  if (error) {
    return (
      <Card className="mx-auto w-full max-w-md">
        <ErrorState
          title={t('ramping.withdraw.errors.load')}
          retryLabel={t('common.retry')}
          onRetry={refetch}
        >
          {failureText(error)}
        </ErrorState>
      </Card>
    );
  }
  if (!holdings || !asset) {
    return (
      <div className="mx-auto w-full max-w-md">
        <RampingSkeleton />
      </div>
    );
  }
  if (sending.receipt) {
    return (
      <div className="mx-auto w-full max-w-md">
        <WithdrawSuccess receipt={sending.receipt} onStartOver={sending.startOver} />
      </div>
    );
  }
  return (
    <WithdrawForm
      // Another asset starts afresh: nothing typed for one may be sent as another.
      key={asset.productId}
      asset={asset}
      accountId={accountId}
      holdings={holdings}
      onChooseAsset={choose}
      sending={sending}
    />
  );
}

type WithdrawFormProps = {
  readonly asset: Holding;
  readonly accountId: number | null;
  readonly holdings: readonly Holding[];
  readonly onChooseAsset: (productId: number) => void;
  readonly sending: ReturnType<typeof useSendWithdrawal>;
};

function WithdrawForm({ asset, accountId, holdings, onChooseAsset, sending }: WithdrawFormProps) {
  const { t } = useTranslation();
  const draft = useWithdrawDraft(asset, accountId);
  const [isReviewing, setIsReviewing] = useState(false);
  useLimitToast(draft);

  async function confirm() {
    await sending.send(draft);
    setIsReviewing(false);
  }

  return (
    <form
      noValidate
      className="mx-auto grid w-full max-w-md items-start gap-5 lg:max-w-[52rem] lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.obstacle !== null) return;
        sending.dismissProblem();
        setIsReviewing(true);
      }}
    >
      <div className="flex min-w-0 flex-col gap-5">
        {sending.problem ? (
          <InlineNotice
            tone={sending.problem.kind === 'unknown' ? 'warn' : 'error'}
            isAnnounced
            action={
              sending.problem.kind === 'unknown' ? (
                <Link href="/dashboard">{t('ramping.withdraw.success.history')}</Link>
              ) : undefined
            }
          >
            {sending.problem.text}
          </InlineNotice>
        ) : null}
        <Card title={t('ramping.withdraw.what')}>
          <div className="flex flex-col gap-4">
            <AssetField holdings={holdings} value={asset.productId} onChange={onChooseAsset} />
            <AmountInput draft={draft} />
          </div>
        </Card>
        <Card title={t('ramping.withdraw.where')}>
          <Receiver draft={draft} />
        </Card>
      </div>
      <aside className="contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
        <WithdrawSummary draft={draft} />
        <div className="sticky bottom-14 z-10 -mx-4 flex flex-col gap-2 border-t border-line bg-canvas px-4 py-3 md:bottom-0 md:mx-0 md:px-0 lg:static lg:border-0 lg:p-0">
          <WithdrawButton draft={draft} />
        </div>
      </aside>
      <WithdrawReview
        draft={draft}
        isOpen={isReviewing}
        onConfirm={() => void confirm()}
        onCancel={() => setIsReviewing(false)}
        isBusy={sending.isSending}
      />
    </form>
  );
}

function AmountInput({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const prices = useUsdPrices();
  const { asset, amount } = draft;
  const price = prices.get(asset.symbol)?.price;
  const error = useAmountError(draft);
  return (
    <AmountField
      label={t('ramping.withdraw.amount')}
      value={draft.draft}
      onChange={draft.type}
      unit={asset.symbol}
      placesMax={asset.decimals}
      isFiat={asset.isFiat}
      error={error}
      balance={t('ramping.withdraw.balance', {
        amount: formatSwapBalance(asset.available),
        symbol: asset.symbol,
      })}
      max={{ label: t('ramping.withdraw.max'), onPress: () => draft.type(asset.available) }}
      echo={
        price !== undefined && amount !== ''
          ? t('ramping.withdraw.about', { amount: formatDecimal(multiply(amount, price), { maxPlaces: 2 }) })
          : undefined
      }
    />
  );
}

/** What is wrong with the amount; an empty field is not wrong, it is empty. */
function useAmountError(draft: WithdrawDraft): string | null {
  const { t } = useTranslation();
  const { amountProblem, asset, dailyLimit, fee, feeError } = draft;
  // Every amount below one begins with a zero, so zero is only wrong once the typing rests.
  const isResting = useDebounced(draft.draft, restMs) === draft.draft;
  const { symbol } = asset;
  if (amountProblem === null) return feeError ? t('ramping.withdraw.errors.fee') : null;
  const words: Record<AmountProblem, string | null> = {
    empty: null,
    zero: isResting ? t('ramping.withdraw.errors.zero') : null,
    exceedsBalance: t('ramping.withdraw.errors.exceedsBalance'),
    exceedsDailyLimit: t('ramping.withdraw.errors.exceedsDailyLimit', {
      limit: formatDecimal(dailyLimit ?? '0'),
      symbol,
    }),
    netNotPositive: t('ramping.withdraw.errors.netNotPositive', {
      fee: formatDecimal(fee ?? '0', { rounding: 'up' }),
      symbol,
    }),
  };
  return words[amountProblem];
}

/** Going over the daily limit is also said as a toast (product spec, section 8), once per time it happens. */
function useLimitToast({ amountProblem, dailyLimit, asset }: WithdrawDraft): void {
  const { t } = useTranslation();
  const isOver = useDebounced(amountProblem === 'exceedsDailyLimit', limitToastDelayMs);
  const text = t('ramping.withdraw.errors.exceedsDailyLimit', {
    limit: formatDecimal(dailyLimit ?? '0'),
    symbol: asset.symbol,
  });
  useEffect(() => {
    if (isOver) notify.error(text);
  }, [isOver, text]);
}

function Receiver({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { options, asset } = draft;
  const { listed, network } = options;
  if (options.error) {
    return (
      <ErrorState
        title={t('ramping.withdraw.errors.load')}
        retryLabel={t('common.retry')}
        onRetry={options.retry}
        isCompact
      >
        {failureText(options.error)}
      </ErrorState>
    );
  }
  const unavailable = t('ramping.method.unavailable', { symbol: asset.symbol });
  return (
    <div className="flex flex-col gap-4" aria-busy={options.isLoading}>
      <MethodField
        value={options.method}
        onChange={options.chooseMethod}
        bankReason={listed.bank.length > 0 ? t('ramping.method.bankLater') : unavailable}
        walletReason={options.isLoading || listed.wallet.length > 0 ? null : unavailable}
      />
      {network ? (
        <>
          <NetworkField networks={listed.wallet} value={network} onChange={options.chooseNetwork} />
          <ReceiverFields draft={draft} />
        </>
      ) : null}
    </div>
  );
}
