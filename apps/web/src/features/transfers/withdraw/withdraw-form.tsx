import {
  AmountField,
  Button,
  Card,
  ErrorState,
  InlineNotice,
  Link,
  formatDecimal,
  formatMoney,
  formatSwapBalance,
  lazyView,
  notify,
} from '@salar/ui';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Holding } from '../../../customer/holdings.ts';
import { compare } from '../../../money/decimal.ts';
import { Announcement } from '../../../lib/announcement.tsx';
import { useAmountInUsd } from '../../../lib/amounts/use-amount-in-usd.ts';
import { useDebounced } from '../../../lib/time/use-debounced.ts';
import { buildHistoryPath } from '../../../lib/navigation/history-path.ts';
import { OwnAmountText } from '../../../lib/amounts/own-amount.tsx';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { AssetField } from '../asset-field.tsx';
import { MethodField } from '../method-field.tsx';
import { NetworkField } from '../network-field.tsx';
import type { useSendWithdrawal } from './use-send-withdrawal.ts';
import { useWithdrawDraft } from './use-withdraw-draft.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';
import { limitPlacesMax } from './withdraw-check.ts';
import type { AmountProblem, LimitUsage } from './withdraw-check.ts';
import type { WithdrawReviewProps } from './withdraw-review.tsx';
import { WithdrawBar, WithdrawSummary, useButtonText } from './withdraw-summary.tsx';

const restMs = 800;
const limitToastDelayMs = 500;

/** The fields wait for the withdrawal methods from the server: their code loads meanwhile. */
const receiverFields = lazyView<{ readonly draft: WithdrawDraft }>(
  async () => (await import('./receiver-fields.tsx')).ReceiverFields,
);

/** The review before a withdrawal is sent. */
const review = lazyView<WithdrawReviewProps>(
  async () => (await import('./withdraw-review.tsx')).WithdrawReview,
);

export type WithdrawFormProps = {
  readonly asset: Holding;
  readonly accountId: number | null;
  readonly holdings: readonly Holding[];
  readonly onChooseAsset: (productId: number) => void;
  readonly sending: ReturnType<typeof useSendWithdrawal>;
};

/** The form of a withdrawal: amount, receiver, fee, and what still prevents it. */
export function WithdrawForm({ asset, accountId, holdings, onChooseAsset, sending }: WithdrawFormProps) {
  const { t } = useTranslation();
  const draft = useWithdrawDraft(asset, accountId);
  const [isReviewing, setIsReviewing] = useState(false);
  const Review = review.use(isReviewing);
  const buttonText = useButtonText(draft);
  const amountError = useAmountError(draft);
  const announcementId = useId();
  const announcement = useWithdrawalAnnouncement(draft, amountError ?? buttonText);
  useLimitToast(draft);

  async function confirm(passkeyResponse?: string) {
    const wasAttempted = await sending.send(draft, passkeyResponse);
    setIsReviewing(false);
    // Whatever the outcome (product spec, section 4); a request that never reached the server stays to be sent again.
    if (wasAttempted) draft.reset();
  }

  return (
    <form
      noValidate
      className="grid w-full items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.obstacle !== null) return;
        sending.dismissProblem();
        setIsReviewing(true);
      }}
    >
      <div className="flex min-w-0 flex-col gap-5">
        <Problem sending={sending} productId={asset.productId} />
        <Card title={t('transfers.withdraw.what')}>
          <div className="flex flex-col gap-4">
            <AssetField holdings={holdings} value={asset.productId} onChange={onChooseAsset} />
            <AmountInput draft={draft} error={amountError} announcedBy={announcementId} />
          </div>
        </Card>
        <Card title={t('transfers.withdraw.where')}>
          <Receiver draft={draft} />
        </Card>
      </div>
      <aside className="contents lg:sticky lg:top-24 lg:flex lg:flex-col lg:gap-4">
        <WithdrawSummary draft={draft} />
        <WithdrawBar draft={draft} buttonText={buttonText} />
        <Announcement id={announcementId} text={announcement} />
      </aside>
      {Review ? (
        <Review
          draft={draft}
          obstacleText={draft.obstacle === null ? null : buttonText}
          isOpen={isReviewing}
          onConfirm={() => void confirm()}
          onSigned={(response) => void confirm(response)}
          onCancel={() => setIsReviewing(false)}
          isBusy={sending.isSending}
        />
      ) : null}
    </form>
  );
}

/** The announcement about the amount, in one sentence: the net amount, or what is missing. */
function useWithdrawalAnnouncement({ obstacle, asset, fee, net }: WithdrawDraft, otherwise: string): string {
  const { t } = useTranslation();
  if (obstacle !== null || fee === null || net === null) return otherwise;
  return t('transfers.withdraw.spoken', {
    fee: formatMoney(fee, asset.symbol, { rounding: 'up' }),
    net: formatMoney(net, asset.symbol),
  });
}

type AmountInputProps = {
  readonly draft: WithdrawDraft;
  readonly error: string | null;
  /** Id of the live region that announces the result of the amount. */
  readonly announcedBy: string;
};

function AmountInput({ draft, error, announcedBy }: AmountInputProps) {
  const { t } = useTranslation();
  const { asset, amount } = draft;
  const usd = useAmountInUsd(amount, asset.symbol);
  const { max } = draft;
  const isBound = max.boundBy !== null && amount !== '' && compare(amount, max.amount) === 0;
  return (
    <div className="flex flex-col gap-1.5">
      <AmountField
        label={t('transfers.withdraw.amount')}
        value={draft.draft}
        onChange={draft.type}
        unit={asset.symbol}
        placesMax={asset.decimals}
        isFiat={asset.isFiat}
        error={error}
        announcedBy={announcedBy}
        balance={
          <OwnAmountText
            amount={formatSwapBalance(asset.available)}
            write={(amount) => t('transfers.withdraw.balance', { amount, symbol: asset.symbol })}
          />
        }
        max={{ label: t('transfers.withdraw.max'), onPress: () => draft.put(max.amount) }}
        echo={usd === null ? undefined : t('transfers.withdraw.about', { usd })}
      />
      <p role="status" className="text-small text-ink-2 empty:hidden">
        {isBound && max.boundBy ? t(`transfers.withdraw.maxBound.${max.boundBy}`) : null}
      </p>
    </div>
  );
}

/**
 * How the last attempt failed. While the outcome is unknown: where to look, and a way to repeat it that cannot pay
 * twice.
 */
function Problem({
  sending,
  productId,
}: {
  readonly sending: ReturnType<typeof useSendWithdrawal>;
  readonly productId: number;
}) {
  const { t } = useTranslation();
  const { problem, resend, isSending } = sending;
  if (problem === null) return null;
  if (problem.kind === 'refused') {
    return (
      <InlineNotice tone="error" isAnnounced>
        {problem.text}
      </InlineNotice>
    );
  }
  return (
    <InlineNotice
      tone="warn"
      isAnnounced
      action={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link href={buildHistoryPath({ productId, tab: 'withdrawals', line: null })}>
            {t('transfers.withdraw.success.history')}
          </Link>
          {resend ? (
            <Button
              variant="quiet"
              size="sm"
              onPress={() => void resend()}
              isLoading={isSending}
              loadingText={t('transfers.withdraw.askingAgain')}
            >
              {t('transfers.withdraw.askAgain')}
            </Button>
          ) : null}
        </div>
      }
    >
      {problem.text}
    </InlineNotice>
  );
}

/** The error of the amount; an empty field is not an error. */
function useAmountError(draft: WithdrawDraft): string | null {
  const { t } = useTranslation();
  const { amountProblem, asset, limits, fee, hasFeeFailed, amountMin } = draft;
  // Every amount below one begins with a zero, so zero is only wrong once the typing rests.
  const isResting = useDebounced(draft.draft, restMs) === draft.draft;
  const { symbol } = asset;
  if (amountProblem === null) return hasFeeFailed ? t('transfers.withdraw.errors.fee') : null;
  const daily = toFigures(limits?.daily, symbol);
  const monthly = toFigures(limits?.monthly, symbol);
  const messages: Record<AmountProblem, string | null> = {
    empty: null,
    zero: isResting ? t('transfers.withdraw.errors.zero') : null,
    exceedsBalance: t('transfers.withdraw.errors.exceedsBalance'),
    exceedsDailyLimit: t('transfers.withdraw.errors.exceedsDailyLimit', daily),
    exceedsDailyLeft: t('transfers.withdraw.errors.exceedsDailyLeft', daily),
    exceedsMonthlyLimit: t('transfers.withdraw.errors.exceedsMonthlyLimit', monthly),
    exceedsMonthlyLeft: t('transfers.withdraw.errors.exceedsMonthlyLeft', monthly),
    netNotPositive: t('transfers.withdraw.errors.netNotPositive', {
      fee: formatDecimal(fee ?? '0', { rounding: 'up' }),
      symbol,
    }),
    // Every amount begins small as well.
    belowMinimum: isResting
      ? t('transfers.withdraw.errors.belowMinimumOf', { amount: formatDecimal(amountMin ?? '0'), symbol })
      : null,
    tooPrecise: t('transfers.withdraw.errors.tooPrecise'),
  };
  return messages[amountProblem];
}

function toFigures(usage: LimitUsage | undefined, symbol: string) {
  const figure = (value = '0') => formatDecimal(value, { maxPlaces: limitPlacesMax });
  return { limit: figure(usage?.limit), left: figure(usage?.left), symbol };
}

/** Exceeding the daily limit also shows a toast (product spec, section 8), once each time it happens. */
function useLimitToast({ amountProblem, limits, asset }: WithdrawDraft): void {
  const { t } = useTranslation();
  const over = useDebounced(isDaily(amountProblem) ? amountProblem : null, limitToastDelayMs);
  const text =
    over === null ? null : t(`transfers.withdraw.errors.${over}`, toFigures(limits?.daily, asset.symbol));
  useEffect(() => {
    if (text !== null) notify.error(text);
  }, [text]);
}

function isDaily(problem: AmountProblem | null): problem is 'exceedsDailyLimit' | 'exceedsDailyLeft' {
  return problem === 'exceedsDailyLimit' || problem === 'exceedsDailyLeft';
}

function Receiver({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const ReceiverFields = receiverFields.use(true);
  const { options, asset, receiver } = draft;
  const { methods, method, provider } = options;
  if (options.error) {
    return (
      <ErrorState
        title={t('transfers.withdraw.errors.load')}
        retryLabel={t('common.retry')}
        onRetry={options.retry}
        isCompact
      >
        {failureText(options.error)}
      </ErrorState>
    );
  }
  const unavailable = t('transfers.method.unavailable', { symbol: asset.symbol });
  const toDisabledReason = (listed: readonly unknown[]) =>
    options.isLoading || listed.length > 0 ? null : unavailable;
  return (
    <div className="flex flex-col gap-4" aria-busy={options.isLoading}>
      <MethodField
        value={method}
        onChange={(chosen) => {
          options.chooseMethod(chosen);
          receiver.clear();
        }}
        bankReason={toDisabledReason(methods.bank)}
        walletReason={toDisabledReason(methods.wallet)}
      />
      {provider && ReceiverFields ? (
        <>
          <NetworkField
            label={method === 'bank' ? t('transfers.method.system') : undefined}
            networks={methods[method]}
            value={provider}
            onChange={(providerId) => {
              options.chooseProvider(providerId);
              // A wallet's address may also be valid on the other network; bank fields have other meanings.
              if (method === 'bank') receiver.clear();
            }}
          />
          <ReceiverFields draft={draft} />
        </>
      ) : null}
    </div>
  );
}
