import { Button, Num, SummaryBox, formatDecimal, useUiTexts } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isPositive } from '../../../money/decimal.ts';
import { isUnlimited, limitPlacesMax, computeNet } from './withdraw-check.ts';
import type { LimitUsage } from './withdraw-check.ts';
import type { WithdrawObstacle } from './withdraw-obstacle.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/** Total, fee, net amount and the rest of the limits, above the button. */
export function WithdrawSummary({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const { asset, amount, fee, lastFee, limits } = draft;
  const { symbol } = asset;
  const shownFee = fee ?? lastFee;
  const net = amount === '' || shownFee === null ? null : toDisplayedNet(computeNet(amount, shownFee));
  const rows: KeyValue[] = [
    {
      id: 'total',
      label: t('transfers.withdraw.summary.total'),
      value: <Num value={amount === '' ? null : amount} unit={symbol} />,
    },
    {
      id: 'fee',
      label: t('transfers.withdraw.summary.fee'),
      value: <Num value={shownFee} unit={symbol} rounding="up" />,
    },
    {
      id: 'receive',
      label: t('transfers.withdraw.summary.receive'),
      value: <Num value={net} unit={symbol} />,
      isTotal: true,
    },
    {
      id: 'daily',
      label: t('transfers.withdraw.summary.dailyLeft'),
      value: <Left limit={limits?.daily ?? null} symbol={symbol} />,
    },
    {
      id: 'monthly',
      label: t('transfers.withdraw.summary.monthlyLeft'),
      value: <Left limit={limits?.monthly ?? null} symbol={symbol} />,
    },
  ];
  return (
    <SummaryBox
      title={t('transfers.withdraw.summary.title')}
      rows={rows}
      isStale={amount !== '' && fee === null && lastFee !== null}
    />
  );
}

/** Returns null where the fee takes all of it: a dash is shown, because an amount below zero would be nonsense. */
function toDisplayedNet(net: string): string | null {
  return isPositive(net) ? net : null;
}

function Left({ limit, symbol }: { readonly limit: LimitUsage | null; readonly symbol: string }) {
  const { t } = useTranslation();
  if (limit !== null && isUnlimited(limit.limit)) return <>{t('transfers.withdraw.summary.unlimited')}</>;
  return <Num value={limit?.left ?? null} unit={symbol} maxPlaces={limitPlacesMax} />;
}

/** Repeats the net amount beside the button, where the summary is out of sight on a phone. */
export function WithdrawBar({
  draft,
  buttonText,
}: {
  readonly draft: WithdrawDraft;
  readonly buttonText: string;
}) {
  const { t } = useTranslation();
  return (
    <div
      data-action-bar
      className="sticky bottom-[calc(var(--bottom-nav)-100vh+var(--room))] z-10 -mx-4 flex flex-col gap-2 border-t border-line bg-canvas px-4 py-3 sm:flex-row sm:items-center sm:justify-between md:mx-0 md:px-0 lg:static lg:border-0 lg:p-0 [@media(height<32rem)]:static"
    >
      <p
        aria-hidden="true"
        className="flex flex-wrap items-baseline justify-between gap-x-3 sm:flex-col lg:hidden"
      >
        <span className="text-small text-ink-2">{t('transfers.withdraw.summary.arrives')}</span>
        <span className="font-semibold">
          <Num value={draft.net === null ? null : toDisplayedNet(draft.net)} unit={draft.asset.symbol} />
        </span>
      </p>
      <div className="w-full sm:max-w-72 lg:max-w-none">
        <Button type="submit" isFullWidth isDisabled={draft.obstacle !== null}>
          {buttonText}
        </Button>
      </div>
    </div>
  );
}

/** The label of the button: what is missing, or what it does. */
export function useButtonText(draft: WithdrawDraft): string {
  const { t } = useTranslation();
  const { amountProblem } = useUiTexts();
  const { obstacle, asset, amountMin } = draft;
  const { symbol } = asset;
  const texts: Record<WithdrawObstacle | 'review', string> = {
    review: t('transfers.withdraw.button.review'),
    offline: t('transfers.withdraw.button.offline'),
    noProvider: t('transfers.withdraw.button.noProvider', { symbol }),
    unreadable: draft.readProblem ? amountProblem(draft.readProblem) : '',
    enterAmount: t('transfers.withdraw.button.enterAmount'),
    notEnough: t('transfers.withdraw.button.notEnough', { symbol }),
    overLimit: t('transfers.withdraw.button.overLimit'),
    overMonthlyLimit: t('transfers.withdraw.button.overMonthlyLimit'),
    feeTooHigh: t('transfers.withdraw.button.feeTooHigh'),
    belowMinimum: t('transfers.withdraw.button.belowMinimum', {
      amount: formatDecimal(amountMin ?? '0'),
      symbol,
    }),
    tooPrecise: t('transfers.withdraw.button.tooPrecise'),
    enterReceiver: t('transfers.withdraw.button.enterReceiver'),
    checkReceiver: t('transfers.withdraw.button.checkReceiver'),
    waitingFee: t('transfers.withdraw.button.waitingFee'),
  };
  return texts[obstacle ?? 'review'];
}
