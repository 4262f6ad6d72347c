import { Address, InlineNotice, Num, ReviewSheet, formatDecimal } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

export type WithdrawReviewProps = {
  readonly draft: WithdrawDraft;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
};

/** Everything once more, with the whole address, before money is asked to move. */
export function WithdrawReview({ draft, isOpen, onConfirm, onCancel, isBusy }: WithdrawReviewProps) {
  const { t } = useTranslation();
  const { asset, amount, fee, net, address, options, isNewAddress } = draft;
  const { symbol } = asset;
  const rows: KeyValue[] = [
    { id: 'amount', label: t('ramping.withdraw.review.amount'), value: <Num value={amount} unit={symbol} /> },
    {
      id: 'fee',
      label: t('ramping.withdraw.review.fee'),
      value: <Num value={fee} unit={symbol} rounding="up" />,
    },
    {
      id: 'net',
      label: t('ramping.withdraw.review.net'),
      value: <Num value={net} unit={symbol} />,
      isTotal: true,
    },
    { id: 'network', label: t('ramping.withdraw.review.network'), value: options.network?.displayName ?? '' },
    {
      id: 'destination',
      label: t('ramping.withdraw.review.destination'),
      value: <Address value={address} form="verify" />,
      isStacked: true,
    },
  ];
  return (
    <ReviewSheet
      isOpen={isOpen}
      title={t('ramping.withdraw.review.title')}
      rows={rows}
      sentence={t('ramping.withdraw.review.description')}
      confirmLabel={t('ramping.withdraw.review.confirm', {
        amount: amount === '' ? '' : formatDecimal(amount),
        symbol,
      })}
      busyLabel={t('ramping.withdraw.review.loading')}
      cancelLabel={t('ramping.withdraw.review.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      isBusy={isBusy}
      isBlocked={draft.obstacle !== null}
      notice={
        isNewAddress ? (
          <InlineNotice tone="warn" className="mb-3">
            {t('ramping.withdraw.newAddress', { symbol })}
          </InlineNotice>
        ) : undefined
      }
    />
  );
}
