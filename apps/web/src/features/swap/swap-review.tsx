import { Button, InlineNotice, ReviewSheet, formatDecimal, formatMoney, formatPercentage } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { compare } from '../../money/decimal.ts';
import type { SwapPair } from './pair.ts';
import { formatFee, computeNetReceived, useRateLine } from './swap-lines.tsx';
import { computeDriftPercent, computeLeastNet } from './swap-maths.ts';
import { computeLimitPrice } from './swap-quote.ts';
import type { SwapQuote } from './swap-quote.ts';
import { ToleranceChoice } from './tolerance-choice.tsx';
import type { Tolerance } from './use-tolerance.ts';
import type { Swap } from './use-swap.ts';

/** The quote that the customer agreed to review: the limit price is measured from it. */
export type AgreedQuote = { readonly pair: SwapPair; readonly quote: SwapQuote };

export type SwapReviewProps = {
  readonly swap: Swap;
  readonly tolerance: Tolerance;
  /** Why it cannot be sent now; null when it can. */
  readonly obstacleText: string | null;
  /** Null while closed. */
  readonly agreed: AgreedQuote | null;
  readonly onAgree: () => void;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
};

/** Shows pay, price, fee, net amount and the worst case once more before the swap is made. */
export function SwapReview(props: SwapReviewProps) {
  const { swap, tolerance, obstacleText, agreed, onAgree, onConfirm, onCancel, isBusy } = props;
  const { t } = useTranslation();
  const { places, quote, from, to } = swap;
  const hasMoved = agreed !== null && hasQuoteMoved(swap, agreed, tolerance.value);
  const toleranceText = tolerance.value === null ? t('swap.tolerance.missing') : null;
  const pay = quote?.pay ?? '';
  return (
    <ReviewSheet
      isOpen={agreed !== null}
      title={t('swap.review.title')}
      rows={[...useQuoteRows(swap, hasMoved), ...useProtectionRows(swap, tolerance, agreed)]}
      sentence={t('swap.review.description')}
      confirmLabel={
        obstacleText ??
        toleranceText ??
        t('swap.review.confirm', {
          amount: formatDecimal(pay, { maxPlaces: places.from }),
          symbol: from?.symbol ?? '',
        })
      }
      busyLabel={t('swap.review.loading')}
      cancelLabel={t('swap.review.cancel')}
      onConfirm={onConfirm}
      onCancel={onCancel}
      isBusy={isBusy}
      isBlocked={hasMoved || obstacleText !== null || toleranceText !== null || to === null}
      notice={
        hasMoved && !isBusy ? (
          <InlineNotice
            tone="warn"
            isAnnounced
            className="mb-3"
            action={
              <Button variant="quiet" size="sm" onPress={onAgree}>
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

/** The current quote. The amount received after the fee is the biggest figure. */
function useQuoteRows(swap: Swap, isMarked: boolean): readonly KeyValue[] {
  const { t } = useTranslation();
  const { places, quote, fee, from, to } = swap;
  const line = useRateLine(swap) ?? t('swap.review.none');
  const net = computeNetReceived(swap);
  const rows: KeyValue[] = [
    {
      id: 'pay',
      label: t('swap.review.pay'),
      value: formatMoney(quote?.pay ?? '', from?.symbol ?? '', { maxPlaces: places.from }),
    },
    { id: 'rate', label: t('swap.review.rate'), value: line, isMarked },
  ];
  if (quote !== null && quote.distance !== null) {
    rows.push({
      id: 'distance',
      label: t('swap.review.distance'),
      value: formatPercentage(quote.distance),
    });
  }
  if (fee) {
    rows.push({
      id: 'fee',
      label: t('swap.review.fee'),
      value: t('swap.fee.line', { amount: formatFee(swap), symbol: to?.symbol ?? '' }),
    });
  }
  rows.push({
    id: 'net',
    label: t(net === null ? 'swap.review.receive' : 'swap.review.net'),
    value: (
      <span className="text-title">
        {formatMoney(net ?? quote?.receive ?? '', to?.symbol ?? '', { maxPlaces: places.to })}
      </span>
    ),
    isTotal: true,
    isMarked,
  });
  return rows;
}

/** The tolerance and its meaning: the worst price, and the least amount received. */
function useProtectionRows(
  { fee, quote, places, to }: Swap,
  tolerance: Tolerance,
  agreed: AgreedQuote | null,
): readonly KeyValue[] {
  const { t } = useTranslation();
  const rows: KeyValue[] = [
    {
      id: 'tolerance',
      label: t('swap.tolerance.label'),
      value: <ToleranceChoice tolerance={tolerance} />,
      isStacked: true,
    },
  ];
  if (agreed === null || quote === null || tolerance.value === null) return rows;
  const { pair } = agreed;
  const limitPrice = computeLimitPrice(pair, agreed.quote.worstPrice, tolerance.value);
  const { baseSymbol, quoteSymbol } = pair.instrument;
  rows.push(
    {
      id: 'worst',
      label: t('swap.review.worst'),
      value: t('swap.rate.line', { one: baseSymbol, rate: formatDecimal(limitPrice), other: quoteSymbol }),
    },
    {
      id: 'least',
      label: t(fee ? 'swap.review.leastNet' : 'swap.review.least'),
      value: formatMoney(
        computeLeastNet(pair, quote, { limitPrice, fee: fee?.fee ?? '0', places }),
        to?.symbol ?? '',
        {
          maxPlaces: places.to,
        },
      ),
    },
  );
  return rows;
}

/** Whether the market has moved away from the agreed quote by more than the tolerance. */
function hasQuoteMoved({ pair, quote }: Swap, agreed: AgreedQuote, tolerance: string | null): boolean {
  if (pair === null || quote === null || tolerance === null) return false;
  if (
    pair.instrument.instrumentId !== agreed.pair.instrument.instrumentId ||
    pair.side !== agreed.pair.side
  ) {
    return true;
  }
  if (compare(computeDriftPercent(agreed.quote.averagePrice, quote.averagePrice), tolerance) > 0) return true;
  const limitPrice = computeLimitPrice(agreed.pair, agreed.quote.worstPrice, tolerance);
  const beyond = compare(quote.worstPrice, limitPrice);
  return pair.side === 'buy' ? beyond > 0 : beyond < 0;
}
