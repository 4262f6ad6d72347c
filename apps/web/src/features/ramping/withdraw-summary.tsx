import { Button, Num, SummaryBox } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { isUnlimited, netOf } from './withdraw-check.ts';
import type { WithdrawObstacle } from './withdraw-obstacle.ts';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

/** Total, fee and what arrives, before the button. */
export function WithdrawSummary({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const { asset, amount, fee, lastFee, dailyLimit } = draft;
  const shownFee = fee ?? lastFee;
  const net = amount === '' || shownFee === null ? null : netOf(amount, shownFee);
  const rows: KeyValue[] = [
    {
      id: 'total',
      label: t('ramping.withdraw.summary.total'),
      value: <Num value={amount === '' ? null : amount} unit={asset.symbol} />,
    },
    {
      id: 'fee',
      label: t('ramping.withdraw.summary.fee'),
      value: <Num value={shownFee} unit={asset.symbol} rounding="up" />,
    },
    {
      id: 'limit',
      label: t('ramping.withdraw.summary.limit'),
      value: <Limit value={dailyLimit} symbol={asset.symbol} />,
    },
    {
      id: 'receive',
      label: t('ramping.withdraw.summary.receive'),
      value: <Num value={net} unit={asset.symbol} />,
      isTotal: true,
    },
  ];
  return (
    <SummaryBox
      title={t('ramping.withdraw.summary.title')}
      rows={rows}
      isStale={amount !== '' && fee === null && lastFee !== null}
    />
  );
}

function Limit({ value, symbol }: { readonly value: string | null; readonly symbol: string }) {
  const { t } = useTranslation();
  if (value !== null && isUnlimited(value)) return <>{t('ramping.withdraw.summary.unlimited')}</>;
  return <Num value={value} unit={symbol} maxPlaces={8} />;
}

/** The button says what is missing. */
export function WithdrawButton({ draft }: { readonly draft: WithdrawDraft }) {
  const { t } = useTranslation();
  const { obstacle, asset } = draft;
  const symbol = asset.symbol;
  const words: Record<WithdrawObstacle | 'review', string> = {
    review: t('ramping.withdraw.button.review'),
    noProvider: t('ramping.withdraw.button.noProvider', { symbol }),
    enterAmount: t('ramping.withdraw.button.enterAmount'),
    notEnough: t('ramping.withdraw.button.notEnough', { symbol }),
    overLimit: t('ramping.withdraw.button.overLimit'),
    feeTooHigh: t('ramping.withdraw.button.feeTooHigh'),
    enterAddress: t('ramping.withdraw.button.enterAddress'),
    checkAddress: t('ramping.withdraw.button.checkAddress'),
    waitingFee: t('ramping.withdraw.button.waitingFee'),
  };
  return (
    <Button type="submit" isFullWidth isDisabled={obstacle !== null}>
      {words[obstacle ?? 'review']}
    </Button>
  );
}
