import { Button, Checkbox } from '@salar/ui';
import type { RefObject } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { AmountFields } from './amount-fields.tsx';
import { shares, withShare } from './fill-share.ts';
import { OrderDuration } from './order-duration.tsx';
import { OrderKindFields } from './order-kind-fields.tsx';
import { OrderOptions } from './order-options.tsx';
import { OrderReview } from './order-review.tsx';
import { OrderSummary } from './order-summary.tsx';
import { SendResultNotice } from './send-result-notice.tsx';
import { useOrderForm } from './use-order-form.ts';
import type { OrderFormOptions, OrderFormState } from './use-order-form.ts';
import { useOrderLabels } from './use-order-labels.ts';

export type OrderFormProps = OrderFormOptions & {
  readonly firstRef: RefObject<HTMLInputElement | null>;
};

/** An order of any type: amounts, price, duration, and the estimated result. */
export function OrderForm({ firstRef, ...options }: OrderFormProps) {
  const { t } = useTranslation();
  const { instrument } = options;
  const form = useOrderForm(options);
  const { draft, problems, change } = form;
  return (
    <>
      {/* Handles the keys of its fields, which bubble up to the form. */}
      <form
        className="flex flex-col gap-2.5 p-3"
        aria-label={t('trade.entry.title')}
        onKeyDown={form.press}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <OrderKindFields draft={draft} onChange={change} instrument={instrument} />
        <div className="flex flex-col">
          <AmountFields
            draft={draft}
            onChange={change}
            instrument={instrument}
            problems={problems}
            quotePlaces={form.quotePlaces}
            firstRef={firstRef}
          />
        </div>
        <Shares form={form} />
        <OrderDuration
          draft={draft}
          onChange={change}
          problem={problems.find(({ field, kind }) => field === 'expiresAt' && kind !== 'missing')}
          instrument={instrument}
        />
        <OrderOptions draft={draft} onChange={change} />
        <OrderSummary form={form} instrument={instrument} />
        <SendResultNotice form={form} />
        <SubmitBar form={form} instrument={instrument} />
        <Checkbox isSelected={form.reviewsAll} onChange={form.setReviewsAll}>
          <span className="text-small">{t('trade.entry.reviewAll')}</span>
        </Checkbox>
      </form>
      <OrderReview
        orders={form.reviewed}
        draft={form.order}
        instrument={instrument}
        estimate={form.estimate}
        risks={form.risks}
        feeText={form.feeText}
        onConfirm={(orders) => void form.place(orders)}
        onCancel={form.closeReview}
        isBusy={form.isSending}
      />
    </>
  );
}

/** Buttons that set the amount to a share of the balance. */
function Shares({ form }: { readonly form: OrderFormState }) {
  const { t } = useTranslation();
  const { draft, context, quotePlaces, change } = form;
  return (
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
  );
}

type SubmitBarProps = {
  readonly form: OrderFormState;
  readonly instrument: Instrument;
};

/** The button of the form. On a phone it stays within thumb reach, however long the form is. */
function SubmitBar({ form, instrument }: SubmitBarProps) {
  const buttonText = useButtonText(form, instrument);
  return (
    <div
      data-action-bar="phone"
      className="max-md:sticky max-md:bottom-[calc(var(--bottom-nav)-100vh+var(--room))] max-md:z-10 max-md:-mx-3 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-3 max-md:py-2 [@media(height<32rem)]:static"
    >
      <Button
        type="submit"
        isFullWidth
        isDisabled={form.firstProblem !== undefined || !form.isOnline || !form.hasAccount}
        isLoading={form.isSending && form.reviewed === null}
      >
        {buttonText}
      </Button>
    </div>
  );
}

/** The label of the button: what is missing, or what it does. */
function useButtonText(
  { draft, isOnline, firstProblem, isReviewed }: OrderFormState,
  instrument: Instrument,
) {
  const { t } = useTranslation();
  const labels = useOrderLabels();
  if (!isOnline) return t('trade.entry.offline');
  if (firstProblem) return labels.problem(firstProblem, instrument);
  const action = draft.side === 'buy' ? 'buy' : 'sell';
  return isReviewed ? t(`trade.entry.review.${action}`) : t(`trade.entry.send.${action}`);
}
