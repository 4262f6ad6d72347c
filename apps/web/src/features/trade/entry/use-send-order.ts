import { notify } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useGetInstrumentsQuery } from '../../../api/calls/market-data/get-instruments.ts';
import type { Instrument } from '../../../api/calls/market-data/get-instruments.ts';
import { usePlaceOrderMutation } from '../../../api/calls/orders/place-order.ts';
import type { NewOrder } from '../../../api/calls/orders/place-order.ts';
import { isOutcomeUnknown, toFailure } from '../../../api/failure.ts';
import { useFailureText } from '../../../lib/failures/use-failure-text.ts';
import { useLocalizedMessage } from '../../../lib/failures/use-localized-message.ts';
import type { MessageFactory } from '../../../lib/failures/use-localized-message.ts';
import { useHaltText } from '../../../parts/market-halt/use-halt-text.ts';
import { useOrderLabels } from './use-order-labels.ts';

/** How the last attempt ended. */
export type SendResult =
  | { readonly kind: 'placed'; readonly text: string }
  | { readonly kind: 'refused'; readonly text: string; readonly reason: string }
  /** The first order of a pair is open, and the second one was refused. */
  | { readonly kind: 'half'; readonly text: string; readonly openOrderId: number }
  /** The outcome is unknown. The same orders can be sent again without harm. */
  | { readonly kind: 'unknown'; readonly text: string; readonly orders: readonly NewOrder[] };

/** Sends orders and holds how the last attempt ended. */
export type OrderSending = Omit<ReturnType<typeof useSendOrder>, 'send'> & {
  readonly send: (orders: readonly NewOrder[]) => Promise<void>;
};

/** Either the id of an open order, or how the attempt ended. */
type Placed = { readonly orderId: number } | { readonly ending: MessageFactory<SendResult> };

/** Sends an order, or the two orders of a pair, and reports the outcome. */
export function useSendOrder() {
  const { t } = useTranslation().i18n;
  const labels = useOrderLabels();
  const failureText = useFailureText();
  const haltText = useHaltText();
  const { refetch: readInstruments } = useGetInstrumentsQuery();
  const [placeOrder, { isLoading }] = usePlaceOrderMutation();
  const [result, setResult] = useLocalizedMessage<SendResult>();

  /** @returns whether everything was placed */
  async function send(orders: readonly NewOrder[]): Promise<boolean> {
    const describe = await findOutcome(orders);
    setResult(describe);
    const outcome = describe();
    if (outcome.kind === 'placed') notify.success(outcome.text);
    else notify.error(outcome.text);
    return outcome.kind === 'placed';
  }

  /** Sends the orders one after another. Each but the first names the one before it as the other half of its pair. */
  async function findOutcome(orders: readonly NewOrder[]): Promise<MessageFactory<SendResult>> {
    const ids: number[] = [];
    for (const order of orders) {
      const [earlier] = ids;
      const placed = await place(earlier === undefined ? order : { ...order, ocoOrderId: earlier }, orders);
      if ('orderId' in placed) {
        ids.push(placed.orderId);
        continue;
      }
      const { ending } = placed;
      if (earlier === undefined || ending().kind !== 'refused') return ending;
      return () => {
        const refused = ending();
        const reason = refused.kind === 'refused' ? refused.reason : '';
        const text = t('trade.send.half', { number: earlier, reason });
        return { kind: 'half', text, openOrderId: earlier };
      };
    }
    const [first = '', second] = ids;
    return () => ({
      kind: 'placed',
      text:
        second === undefined
          ? t('trade.send.placed', { number: first })
          : t('trade.send.placedPair', { first, second }),
    });
  }

  async function place(order: NewOrder, all: readonly NewOrder[]): Promise<Placed> {
    const { data, error } = await placeOrder(order);
    if (error) {
      return isOutcomeUnknown(toFailure(error))
        ? { ending: () => ({ kind: 'unknown', text: t('trade.send.unknown'), orders: all }) }
        : { ending: () => ({ kind: 'refused', text: failureText(error), reason: failureText(error) }) };
    }
    if (data.isAccepted) return { orderId: data.orderId ?? 0 };
    const { message } = data;
    const market = message === 'Market_Not_Running' ? await readMarket(order.instrumentId) : undefined;
    return {
      ending: () => {
        const reason = (market && haltText(market)) ?? labels.refusal(message);
        return { kind: 'refused', text: t('trade.send.refused', { reason }), reason };
      },
    };
  }

  /** Reads the market again: it was not halted when the order was typed. */
  async function readMarket(instrumentId: number): Promise<Instrument | undefined> {
    const { data } = await readInstruments();
    return data?.find((one) => one.instrumentId === instrumentId);
  }

  return { send, isSending: isLoading, result, dismiss: () => setResult(null) };
}
