import { notify } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { usePlaceOrderMutation } from '../../../api/calls/place-order.ts';
import type { NewOrder } from '../../../api/calls/place-order.ts';
import { isOutcomeUnknown, toFailure } from '../../../api/failure.ts';
import { useFailureText } from '../../../lib/use-failure-text.ts';
import { useTold } from '../../../lib/use-told.ts';
import type { Telling } from '../../../lib/use-told.ts';
import { useOrderWords } from './use-order-words.ts';

/** How the last attempt ended. `unknown`: nobody can say yet; the same order can be sent again without harm. */
export type SendResult =
  | { readonly kind: 'placed'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string; readonly order: NewOrder };

/** Sends an order, and tells what became of it. */
export function useSendOrder() {
  const { t } = useTranslation().i18n;
  const words = useOrderWords();
  const failureText = useFailureText();
  const [placeOrder, { isLoading }] = usePlaceOrderMutation();
  const [result, tellResult] = useTold<SendResult>();

  /** @returns whether it was placed */
  async function send(order: NewOrder): Promise<boolean> {
    const telling = await outcomeOf(order);
    tellResult(telling);
    const outcome = telling();
    if (outcome.kind === 'placed') notify.success(outcome.text);
    else notify.error(outcome.text);
    return outcome.kind === 'placed';
  }

  async function outcomeOf(order: NewOrder): Promise<Telling<SendResult>> {
    const { data, error } = await placeOrder(order);
    if (error) {
      return isOutcomeUnknown(toFailure(error))
        ? () => ({ kind: 'unknown', text: t('trade.send.unknown'), order })
        : () => ({ kind: 'refused', text: failureText(error) });
    }
    return data.isAccepted
      ? () => ({ kind: 'placed', text: t('trade.send.placed', { number: data.orderId ?? '' }) })
      : () => ({ kind: 'refused', text: t('trade.send.refused', { reason: words.refusal(data.message) }) });
  }

  return { send, isSending: isLoading, result, dismiss: () => tellResult(null) };
}
