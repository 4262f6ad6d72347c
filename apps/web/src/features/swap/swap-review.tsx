import { Button, InlineNotice, ReviewSheet, formatDecimal, formatMoney } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { compare, subtract } from '../../lib/decimal.ts';
import { feeText, useRateLine } from './swap-lines.tsx';
import { driftPercent } from './swap-maths.ts';
import type { Swap } from './use-swap.ts';

/** Part of the price, in percent, after which the customer must look again. */
const driftMaxPercent = '0.5';

export type SwapReviewProps = {
  readonly swap: Swap;
  /** Why it cannot be sent now; null when it can. */
  readonly obstacleText: string | null;
  /** The rate the customer agreed to look at; null while closed. */
  readonly agreedRate: string | null;
  readonly onAgree: (rate: string) => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
};

/** Pay, receive, rate, fee and what is left of it once more before the swap is made. */
export function SwapReview(props: SwapReviewProps) {
  const { swap, obstacleText, agreedRate, onAgree, onConfirm, onCancel, isBusy } = props;
  const { t } = useTranslation();
  const { amounts, places, fee, pair, from, to } = swap;
  const rate = pair?.rate ?? null;
  const hasMoved =
    agreedRate !== null && rate !== null && compare(driftPercent(agreedRate, rate), driftMaxPercent) > 0;
  const line = useRateLine(swap) ?? t('swap.review.none');
  const payText = formatMoney(amounts.pay, from?.symbol ?? '', { maxPlaces: places.from });
  const rows: KeyValue[] = [
    { id: 'pay', label: t('swap.review.pay'), value: payText },
    {
      id: 'receive',
      label: t('swap.review.receive'),
      value: formatMoney(amounts.receive, to?.symbol ?? '', { maxPlaces: places.to }),
      isMarked: hasMoved,
    },
    { id: 'rate', label: t('swap.review.rate'), value: line, isMarked: hasMoved },
  ];
  if (fee) {
    rows.push(
      {
        id: 'fee',
        label: t('swap.review.fee'),
        value: t('swap.fee.line', { amount: feeText(swap), symbol: to?.symbol ?? '' }),
      },
      {
        id: 'net',
        label: t('swap.review.net'),
        value: formatMoney(subtract(amounts.receive, fee.fee), to?.symbol ?? '', { maxPlaces: places.to }),
        isMarked: hasMoved,
      },
    );
  }
  return (
    <ReviewSheet
      isOpen={agreedRate !== null}
      title={t('swap.review.title')}
      rows={rows}
      sentence={t('swap.review.description')}
      confirmLabel={
        obstacleText ??
        t('swap.review.confirm', {
          amount: formatDecimal(amounts.pay, { maxPlaces: places.from }),
          symbol: from?.symbol ?? '',
        })
      }
      busyLabel={t('swap.review.loading')}
      cancelLabel={t('swap.review.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      isBusy={isBusy}
      isBlocked={hasMoved || obstacleText !== null}
      notice={
        hasMoved && !isBusy ? (
          <InlineNotice
            tone="warn"
            isAnnounced
            className="mb-3"
            action={
              <Button variant="quiet" size="sm" onPress={() => onAgree(rate)}>
                {t('swap.review.accept')}
              </Button>
            }
          >
            {t('swap.review.moved')}
          </InlineNotice>
        ) : undefined
      }
    />
  );
}
