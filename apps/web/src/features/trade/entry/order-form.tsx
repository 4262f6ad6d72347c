import {
  Button,
  Checkbox,
  InlineNotice,
  KeyValueList,
  Num,
  Select,
  formatDecimal,
  notify,
  toFieldText,
} from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useState } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Instrument } from '../../../api/calls/get-instruments.ts';
import { useCancelOrderMutation } from '../api/cancel-order.ts';
import type { NewOrder } from '../../../api/calls/place-order.ts';
import { useFailureText } from '../../../lib/use-failure-text.ts';
import { OwnAmount } from '../../../lib/own-amount.tsx';
import { useOnline } from '../../../lib/use-online.ts';
import type { MarketStore } from '../market/market-store.ts';
import { countPlaces } from '../market/increments.ts';
import { useMarketPart } from '../market/use-market-part.ts';
import { Segments } from '../../../lib/segments.tsx';
import { usePreference } from '../use-preference.ts';
import type { TradeAccount } from '../use-trade-account.ts';
import { AmountFields } from './amount-fields.tsx';
import { createClientOrderId } from '../../../lib/client-order-id.ts';
import { estimateOrder } from './estimate.ts';
import { shares, withShare } from './fill-share.ts';
import { findOrderProblems } from './order-check.ts';
import {
  canBeIceberg,
  canBePostOnly,
  isStop,
  orderTypes,
  toNewOrders,
  triggers,
  withoutAmounts,
} from './order-draft.ts';
import type { DraftType, OrderDraft } from './order-draft.ts';
import { OrderDuration } from './order-duration.tsx';
import { OrderReview } from './order-review.tsx';
import { findOrderRisks } from './order-risk.ts';
import { readDraft } from './read-draft.ts';
import { stepPrice } from './step-price.ts';
import { useOrderFee } from './use-order-fee.ts';
import { useOrderLabels } from './use-order-labels.ts';
import { useSendOrder } from './use-send-order.ts';

export type OrderFormProps = {
  readonly store: MarketStore;
  readonly instrument: Instrument;
  readonly account: TradeAccount;
  readonly draft: OrderDraft;
  readonly onChange: (draft: OrderDraft) => void;
  readonly firstRef: RefObject<HTMLInputElement | null>;
};

const resultTones = { placed: 'success', unknown: 'warn', half: 'warn', refused: 'error' } as const;

/** An order of any type: amounts, price, duration, and the estimated result. */
export function OrderForm({ store, instrument, account, draft, onChange, firstRef }: OrderFormProps) {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  const isOnline = useOnline();
  const book = useMarketPart(store, 'book');
  const quote = useMarketPart(store, 'quote');
  const [reviews, setReviews] = usePreference('reviews', ['all', 'risky']);
  const [reviewed, setReviewed] = useState<readonly NewOrder[] | null>(null);
  const { send, isSending, result, dismiss } = useSendOrder();
  const [cancelOrder, { isLoading: isCancelling }] = useCancelOrderMutation();
  const failureText = useFailureText();

  const context = { instrument, book, quote, available: account.availableFor(instrument) };
  const quotePlaces = account.getDecimals(instrument.quoteId);
  const { draft: order, problems: unreadable } = readDraft(draft, { instrument, quotePlaces });
  const problems = [...unreadable, ...findOrderProblems(order, context)];
  const estimate = estimateOrder(order, book);
  const risks = findOrderRisks(order, estimate, book);
  const fee = useOrderFee(account.accountId, { draft: order, estimate, instrument });
  const [first] = problems;

  function change(next: OrderDraft) {
    dismiss();
    onChange(next);
  }

  function submit() {
    if (first || account.accountId === null || !isOnline) return;
    dismiss();
    const { accountId } = account;
    const orders = toNewOrders(order, () => ({
      instrumentId: instrument.instrumentId,
      accountId,
      clientOrderId: createClientOrderId(),
    }));
    if (reviews === 'all' || risks.length > 0) setReviewed(orders);
    else void place(orders);
  }

  async function place(orders: readonly NewOrder[]) {
    const isPlaced = await send(orders);
    setReviewed(null);
    if (isPlaced) onChange(withoutAmounts(draft));
  }

  /** Cancels the order of a pair of which only one was placed. */
  async function cancelHalf(orderId: number) {
    if (account.accountId === null) return;
    const { error } = await cancelOrder({ accountId: account.accountId, orderId });
    if (error) {
      notify.error(failureText(error));
      return;
    }
    notify.success(t('trade.orders.cancelled', { number: orderId }));
    dismiss();
  }

  function press(event: KeyboardEvent) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.type !== 'text') return;
    if (event.key === 'Escape') {
      change(withoutAmounts(draft));
      return;
    }
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (steps === undefined || (target.name !== 'price' && target.name !== 'stopPrice')) return;
    event.preventDefault();
    const start = (draft.side === 'buy' ? quote?.bestBid : quote?.bestOffer) ?? '0';
    const by = { increment: instrument.priceIncrement, start };
    if (unreadable.some(({ field }) => field === target.name)) return;
    const stepped = stepPrice(order.amounts[target.name], event.shiftKey ? steps * 10 : steps, by);
    change({ ...draft, amounts: { ...draft.amounts, [target.name]: toFieldText(stepped) } });
  }

  return (
    <>
      {/* Keys typed into its fields would bubble to the form. */}
      <form
        className="flex flex-col gap-2.5 p-3"
        aria-label={t('trade.entry.title')}
        onKeyDown={press}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Segments
          label={t('trade.entry.side')}
          isLabelHidden
          options={[
            { value: 'buy', label: t('trade.entry.buy', { symbol: instrument.baseSymbol }), tone: 'gain' },
            { value: 'sell', label: t('trade.entry.sell', { symbol: instrument.baseSymbol }), tone: 'loss' },
          ]}
          value={draft.side}
          onChange={(side) => change({ ...draft, side })}
        />
        <Select
          label={t('trade.entry.type')}
          isLabelHidden
          options={orderTypes.map((type) => ({
            id: type,
            label: labels.orderType(type),
            description: labels.orderTypeHelp(type),
          }))}
          value={draft.orderType}
          onChange={(type) => change({ ...draft, orderType: type as DraftType })}
        />
        {draft.orderType === 'Market' ? (
          <Segments
            label={t('trade.entry.measure')}
            isLabelHidden
            options={[
              { value: 'quantity', label: t('trade.entry.byQuantity', { symbol: instrument.baseSymbol }) },
              { value: 'value', label: t('trade.entry.byValue', { symbol: instrument.quoteSymbol }) },
            ]}
            value={draft.measure}
            onChange={(measure) => change({ ...draft, measure })}
          />
        ) : null}
        {draft.orderType === 'OCO' ? (
          <>
            <p className="text-small text-ink-2">{t('trade.entry.pairHint')}</p>
            <Segments
              label={t('trade.entry.pairStop')}
              options={(['StopMarket', 'StopLimit'] as const).map((value) => ({
                value,
                label: t(`trade.pairStop.${value}`),
              }))}
              value={draft.pairStop}
              onChange={(pairStop) => change({ ...draft, pairStop })}
            />
          </>
        ) : null}
        {isStop(draft) ? (
          <Segments
            label={t('trade.entry.trigger')}
            options={triggers.map((value) => ({ value, label: t(`trade.trigger.${value}`) }))}
            value={draft.trigger}
            onChange={(trigger) => change({ ...draft, trigger })}
          />
        ) : null}
        <div className="flex flex-col">
          <AmountFields
            draft={draft}
            onChange={change}
            instrument={instrument}
            problems={problems}
            quotePlaces={quotePlaces}
            firstRef={firstRef}
          />
        </div>
        <div role="group" aria-label={t('trade.entry.shares')} className="-mt-2 grid grid-cols-4 gap-1.5">
          {shares.map((share) => (
            <Button
              key={share}
              variant="quiet"
              size="sm"
              className="px-0"
              isDisabled={context.available === null}
              onPress={() => change(withShare(draft, share, context, { quotePlaces }))}
            >
              {share}%
            </Button>
          ))}
        </div>
        <OrderDuration
          draft={draft}
          onChange={change}
          problem={problems.find(({ field, kind }) => field === 'expiresAt' && kind !== 'missing')}
          instrument={instrument}
        />
        {canBeIceberg(draft) ? (
          <div className="flex flex-wrap gap-x-5">
            {canBePostOnly(draft) ? (
              <Checkbox
                isSelected={draft.isPostOnly}
                onChange={(isPostOnly) => change({ ...draft, isPostOnly })}
              >
                <span className="text-small">{t('trade.entry.postOnly')}</span>
              </Checkbox>
            ) : null}
            <Checkbox isSelected={draft.isIceberg} onChange={(isIceberg) => change({ ...draft, isIceberg })}>
              <span className="text-small">{t('trade.entry.iceberg')}</span>
            </Checkbox>
          </div>
        ) : null}
        <KeyValueList className="text-small [&>div]:py-0.5" rows={summary()} />
        {result ? (
          <InlineNotice
            tone={resultTones[result.kind]}
            isAnnounced
            className="text-small"
            action={
              result.kind === 'unknown' ? (
                <Button
                  variant="quiet"
                  size="sm"
                  onPress={() => void place(result.orders)}
                  isLoading={isSending}
                >
                  {t('trade.send.askAgain')}
                </Button>
              ) : result.kind === 'half' ? (
                <Button
                  variant="quiet"
                  size="sm"
                  isDisabled={!isOnline}
                  onPress={() => void cancelHalf(result.openOrderId)}
                  isLoading={isCancelling}
                >
                  {t('trade.orders.cancel', { number: result.openOrderId })}
                </Button>
              ) : undefined
            }
          >
            {result.text}
          </InlineNotice>
        ) : null}
        {/* Within thumb reach on a phone, however long the form is. */}
        <div
          data-action-bar="phone"
          className="max-md:sticky max-md:bottom-[calc(var(--bottom-nav)-100vh+var(--room))] max-md:z-10 max-md:-mx-3 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-3 max-md:py-2 [@media(height<32rem)]:static"
        >
          <Button
            type="submit"
            isFullWidth
            isDisabled={first !== undefined || !isOnline || account.accountId === null}
            isLoading={isSending && reviewed === null}
          >
            {buttonText()}
          </Button>
        </div>
        <Checkbox isSelected={reviews === 'all'} onChange={(isOn) => setReviews(isOn ? 'all' : 'risky')}>
          <span className="text-small">{t('trade.entry.reviewAll')}</span>
        </Checkbox>
      </form>
      <OrderReview
        orders={reviewed}
        draft={order}
        instrument={instrument}
        estimate={estimate}
        risks={risks}
        feeText={feeText()}
        onConfirm={(orders) => void place(orders)}
        onCancel={() => setReviewed(null)}
        isBusy={isSending}
      />
    </>
  );

  function buttonText(): string {
    if (!isOnline) return t('trade.entry.offline');
    if (first) return labels.problem(first, instrument);
    const action = draft.side === 'buy' ? 'buy' : 'sell';
    return reviews === 'all' || risks.length > 0
      ? t(`trade.entry.review.${action}`)
      : t(`trade.entry.send.${action}`);
  }

  function feeText(): string | null {
    if (!fee) return null;
    const isBase = fee.productId === instrument.baseId;
    const symbol = isBase ? instrument.baseSymbol : instrument.quoteSymbol;
    const maxPlaces = account.getDecimals(isBase ? instrument.baseId : instrument.quoteId);
    return `${formatDecimal(fee.fee, { maxPlaces, rounding: 'up' })} ${symbol}`;
  }

  function summary(): KeyValue[] {
    const { available } = context;
    const isBuy = draft.side === 'buy';
    const pays = isBuy ? instrument.quoteSymbol : instrument.baseSymbol;
    const places = countPlaces(instrument.priceIncrement);
    return [
      {
        id: 'available',
        label: t('trade.entry.available'),
        value: (
          <OwnAmount
            value={available ? (isBuy ? available.quote : available.base) : null}
            unit={pays}
            maxPlaces={8}
          />
        ),
      },
      ...(draft.orderType === 'Market'
        ? [
            {
              id: 'average',
              label: t('trade.entry.average'),
              value: (
                <Num
                  value={estimate?.price ?? null}
                  unit={instrument.quoteSymbol}
                  minPlaces={places}
                  maxPlaces={places}
                />
              ),
            },
          ]
        : []),
      {
        id: 'total',
        label: t(draft.orderType === 'OCO' ? 'trade.entry.pairTotal' : 'trade.entry.total'),
        value: <Num value={estimate?.total ?? null} unit={instrument.quoteSymbol} maxPlaces={quotePlaces} />,
      },
      ...(draft.orderType === 'OCO'
        ? [
            {
              id: 'stopTotal',
              label: t('trade.entry.pairStopTotal'),
              value: (
                <Num
                  value={estimate?.stopTotal ?? null}
                  unit={instrument.quoteSymbol}
                  maxPlaces={quotePlaces}
                />
              ),
            },
            {
              id: 'reserved',
              label: t('trade.entry.pairReserved'),
              value: (
                <Num
                  value={estimate ? (isBuy ? estimate.reserved : estimate.quantity) : null}
                  unit={pays}
                  maxPlaces={isBuy ? quotePlaces : 8}
                />
              ),
            },
          ]
        : []),
      {
        id: 'fee',
        label: t(fee?.role === 'maker' ? 'trade.entry.makerFee' : 'trade.entry.fee'),
        value: <span className="num text-ink-1">{feeText() ?? '—'}</span>,
      },
    ];
  }
}
