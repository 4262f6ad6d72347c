import { InlineNotice, ReviewSheet, formatDecimal } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import type { NewOrder } from '../../../api/calls/orders/place-order.ts';
import { formatPair } from '../format-pair.ts';
import { useTimes } from '../use-times.ts';
import type { Estimate } from './estimate.ts';
import { getAmount, listAmounts, canBePostOnly, hasLimit, isStop, getTimeInForce } from './order-draft.ts';
import type { OrderDraft } from './order-draft.ts';
import type { OrderRisk } from './order-risk.ts';
import { useOrderLabels } from './use-order-labels.ts';

export type OrderReviewProps = {
  /** The orders to be sent; null while closed. */
  readonly orders: readonly NewOrder[] | null;
  readonly draft: OrderDraft;
  readonly instrument: Instrument;
  readonly estimate: Estimate | null;
  readonly risks: readonly OrderRisk[];
  readonly feeText: string | null;
  readonly onConfirm: (orders: readonly NewOrder[]) => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
};

/** Shows the order once more, in sentences, with its risks. */
export function OrderReview(props: OrderReviewProps) {
  const { orders, draft, instrument, estimate, risks, feeText, onConfirm, onCancel, isBusy } = props;
  const { t } = useTranslation();
  const labels = useOrderLabels();
  const times = useTimes();
  const timeInForce = getTimeInForce(draft);
  const isByValue = listAmounts(draft).includes('value');
  const amount = `${formatDecimal(getAmount(draft, isByValue ? 'value' : 'quantity'), { minPlaces: 0 })} ${
    isByValue ? instrument.quoteSymbol : instrument.baseSymbol
  }`;
  // While the sheet closes its text stays unchanged.
  const shown = useRef(amount);
  if (orders !== null) shown.current = amount;

  const rows: KeyValue[] = [
    { id: 'market', label: t('trade.review.market'), value: formatPair(instrument) },
    {
      id: 'order',
      label: t('trade.review.order'),
      value: t('trade.review.kind', {
        side: labels.side(draft.side),
        type: labels.orderType(draft.orderType),
      }),
    },
    ...listAmounts(draft).map((name) => ({
      id: name,
      label: labels.field(name),
      value: (
        <span className="num">
          {formatDecimal(getAmount(draft, name))}{' '}
          {name === 'quantity' || name === 'display' ? instrument.baseSymbol : instrument.quoteSymbol}
        </span>
      ),
    })),
    ...(isStop(draft)
      ? [{ id: 'trigger', label: t('trade.entry.trigger'), value: t(`trade.trigger.${draft.trigger}`) }]
      : []),
    ...(draft.orderType === 'Market'
      ? []
      : [{ id: 'time', label: t('trade.entry.timeInForce'), value: labels.timeInForce(timeInForce) }]),
    ...(timeInForce === 'GTD' && draft.expiresAt !== null
      ? [
          {
            id: 'expiry',
            label: t('trade.entry.expiresAt'),
            value: `${times.fullMoment(draft.expiresAt)}, ${times.zone(draft.expiresAt)}`,
          },
        ]
      : []),
    ...(draft.isPostOnly && canBePostOnly(draft)
      ? [{ id: 'postOnly', label: t('trade.entry.postOnly'), value: t('trade.review.yes') }]
      : []),
    {
      id: 'total',
      label: t(draft.orderType === 'OCO' ? 'trade.entry.pairTotal' : 'trade.entry.total'),
      value: (
        <span className="num">
          {estimate ? `${formatDecimal(estimate.total, { maxPlaces: 8 })} ${instrument.quoteSymbol}` : '—'}
        </span>
      ),
    },
    ...(estimate?.stopTotal
      ? [
          {
            id: 'stopTotal',
            label: t('trade.entry.pairStopTotal'),
            value: (
              <span className="num">
                {formatDecimal(estimate.stopTotal, { maxPlaces: 8 })} {instrument.quoteSymbol}
              </span>
            ),
          },
        ]
      : []),
    { id: 'fee', label: t('trade.entry.fee'), value: <span className="num">{feeText ?? '—'}</span> },
  ];
  return (
    <ReviewSheet
      isOpen={orders !== null}
      title={t('trade.review.title')}
      rows={rows}
      sentence={t(
        draft.orderType === 'OCO'
          ? 'trade.review.pairSentence'
          : hasLimit(draft)
            ? 'trade.review.limitSentence'
            : 'trade.review.marketSentence',
      )}
      confirmLabel={t(draft.side === 'buy' ? 'trade.review.buy' : 'trade.review.sell', {
        amount: shown.current,
      })}
      busyLabel={t('trade.review.sending')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => {
        if (orders !== null) onConfirm(orders);
      }}
      onCancel={onCancel}
      isBusy={isBusy}
      notice={
        risks.length > 0 ? (
          <InlineNotice tone="warn" className="mb-3" title={t('trade.risk.title')}>
            <ul className="flex flex-col gap-1">
              {risks.map((risk) => (
                <li key={risk.kind}>{labels.risk(risk)}</li>
              ))}
            </ul>
          </InlineNotice>
        ) : undefined
      }
    />
  );
}
