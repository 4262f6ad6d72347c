import { Num, ReviewSheet, formatDecimal } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { isBank } from '../../api/records/template-type.ts';
import { useDestinationWords } from '../destinations/use-destination-words.ts';
import { useDestinationLines } from './destination-lines.tsx';
import { NewDestinationNotice } from './new-destination-notice.tsx';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

export type WithdrawReviewProps = {
  readonly draft: WithdrawDraft;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
};

/** Everything once more, with the whole destination, before money is asked to move. */
export function WithdrawReview({ draft, isOpen, onConfirm, onCancel, isBusy }: WithdrawReviewProps) {
  const { t } = useTranslation();
  const { asset, amount, fee, net, options, receiver } = draft;
  const { symbol } = asset;
  const { provider } = options;
  const words = useDestinationWords();
  const destination = useDestinationLines(
    { templateType: provider?.templateType ?? '', address: receiver.address, lines: receiver.lines },
    'verify',
  );
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
    {
      id: 'network',
      label: t(provider && isBank(provider) ? 'ramping.method.system' : 'ramping.withdraw.review.network'),
      value: provider ? words.way(provider.templateType, provider.displayName) : '',
    },
    ...(receiver.chosen?.kind === 'wallet'
      ? [
          {
            id: 'label',
            label: t('ramping.withdraw.review.savedAs'),
            value: receiver.chosen.label,
          },
        ]
      : []),
    ...destination,
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
      notice={receiver.isNew ? <NewDestinationNotice draft={draft} className="mb-3" /> : undefined}
    />
  );
}
