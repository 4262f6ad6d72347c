import { Button, Dialog, InlineNotice, notify } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { useReplaceOrderMutation } from '../api/replace-order.ts';
import { isOutcomeUnknown, toFailure } from '../../../api/failure.ts';
import type { OpenOrder } from '../../../api/records/order.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../../lib/failures/use-localized-message.ts';
import { useOnline } from '../../../lib/use-online.ts';
import { AmountFields } from '../entry/amount-fields.tsx';
import { createClientOrderId } from '../../../lib/client-order-id.ts';
import { findOrderProblems } from '../entry/order-check.ts';
import { toNewOrder } from '../entry/order-draft.ts';
import { useOrderLabels } from '../entry/use-order-labels.ts';
import { formatPair } from '../format-pair.ts';
import { readDraft } from '../entry/read-draft.ts';
import type { TradeAccount } from '../use-trade-account.ts';
import { computeAvailableAfter, toDraft } from './edited-draft.ts';

export type EditOrderDialogProps = {
  readonly order: OpenOrder;
  readonly instrument: Instrument;
  readonly account: TradeAccount;
  /** The other half of its pair, to which the new order is linked again; null for a single order. */
  readonly otherHalfId: number | null;
  readonly onClose: () => void;
};

/** Replaces an open order by one with another price or quantity: atomically, or the order stays as it is. */
export function EditOrderDialog({ order, instrument, account, otherHalfId, onClose }: EditOrderDialogProps) {
  const { t } = useTranslation().i18n;
  const labels = useOrderLabels();
  const failureText = useFailureText();
  const isOnline = useOnline();
  const [draft, setDraft] = useState(() => toDraft(order));
  const [replaceOrder, { isLoading }] = useReplaceOrderMutation();
  const [failure, setFailure] = useLocalizedMessage();
  const available = computeAvailableAfter(order, account.availableFor(instrument));
  const read =
    draft && readDraft(draft, { instrument, quotePlaces: account.getDecimals(instrument.quoteId) });
  const problems = read
    ? [...read.problems, ...findOrderProblems(read.draft, { instrument, book: null, quote: null, available })]
    : [];
  const [first] = problems;

  async function replace() {
    if (read === null || first || !isOnline || account.accountId === null) return;
    setFailure(null);
    const { error } = await replaceOrder({
      ...toNewOrder(read.draft, {
        instrumentId: instrument.instrumentId,
        accountId: account.accountId,
        clientOrderId: createClientOrderId(),
      }),
      replacedOrderId: order.orderId,
      ...(otherHalfId === null ? {} : { ocoOrderId: otherHalfId }),
    });
    if (!error) {
      notify.success(t('trade.edit.done'));
      onClose();
      return;
    }
    const problem = toFailure(error);
    if (problem.kind === 'REFUSED')
      setFailure(() =>
        t('trade.edit.refused', { reason: labels.refusal(problem.detail ?? problem.message) }),
      );
    else setFailure(() => (isOutcomeUnknown(problem) ? t('trade.edit.unknown') : failureText(error)));
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen && !isLoading) onClose();
      }}
      title={t('trade.edit.title', { pair: formatPair(instrument) })}
      description={t('trade.review.kind', {
        side: labels.side(order.side),
        type: labels.orderType(order.orderType),
      })}
      size="sm"
      footer={
        <>
          <Button variant="quiet" onPress={onClose} isDisabled={isLoading}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            form="edit-order"
            isDisabled={first !== undefined || draft === null || !isOnline}
            isLoading={isLoading}
            loadingText={t('trade.review.sending')}
          >
            {!isOnline
              ? t('trade.entry.offline')
              : first
                ? labels.problem(first, instrument)
                : t('trade.edit.confirm')}
          </Button>
        </>
      }
    >
      <form
        id="edit-order"
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void replace();
        }}
      >
        {draft ? (
          <AmountFields
            draft={draft}
            onChange={setDraft}
            instrument={instrument}
            problems={problems}
            quotePlaces={account.getDecimals(instrument.quoteId)}
            isDisabled={isLoading}
          />
        ) : null}
        <p className="text-small text-ink-3">{t('trade.edit.hint')}</p>
        {failure ? (
          <InlineNotice tone="error" isAnnounced>
            {failure}
          </InlineNotice>
        ) : null}
      </form>
    </Dialog>
  );
}
