import { notify } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { useSendOrderMutation } from '../../api/calls/send-order.ts';
import { isOutcomeUnknown, toFailure } from '../../api/failure.ts';
import type { ApiError } from '../../api/failure.ts';
import { toMarketOrder } from './swap-maths.ts';
import { useFailureText } from '../../lib/use-failure-text.ts';
import { useTold } from '../../lib/use-told.ts';
import { refusalKey } from './swap-refusal.ts';
import type { Swap } from './use-swap.ts';

/** How the last attempt ended. `unknown`: nobody can say yet whether it was carried out. */
export type SwapResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly text: string }
  | { readonly kind: 'unknown'; readonly text: string };

/** Carries a swap out, once per call. */
export function useSendSwap(swap: Swap) {
  const { t } = useTranslation().i18n;
  const failureText = useFailureText();
  const [sendOrder, { isLoading }] = useSendOrderMutation();
  const [result, tellResult] = useTold<SwapResult>();

  /** Resolves with whether the market was asked: a session that was lost before leaves everything as it is. */
  async function send(): Promise<boolean> {
    const { pair, accountId, amounts, places } = swap;
    const order = pair && toMarketOrder(pair, { pay: amounts.pay, receive: amounts.receive }, places);
    if (!order || accountId === null) return false;
    tellResult(null);
    const answer = await sendOrder({ ...order, accountId });
    const telling = () => (answer.error ? fromError(answer.error) : fromAnswer(answer.data));
    tellResult(telling);
    const outcome = telling();
    if (outcome.kind === 'done') notify.success(t('swap.successSwap'));
    else notify.error(outcome.kind === 'unknown' ? t('swap.errors.exception') : outcome.text);
    return !(answer.error && isSessionLost(answer.error));
  }

  function fromAnswer(answer: { isAccepted: boolean; message: string | null }): SwapResult {
    if (answer.isAccepted) return { kind: 'done' };
    const key = refusalKey(answer.message);
    const message = key ? t(key) : (answer.message ?? '');
    return { kind: 'refused', text: t('swap.errors.failedSwap', { message }) };
  }

  function fromError(error: ApiError): SwapResult {
    if (isSessionLost(error)) return { kind: 'refused', text: failureText(error) };
    return isOutcomeUnknown(toFailure(error))
      ? { kind: 'unknown', text: t('swap.errors.unknownOutcome') }
      : { kind: 'refused', text: t('swap.errors.exception') };
  }

  return { send, isSending: isLoading, result, dismiss: () => tellResult(null) };
}

function isSessionLost(error: ApiError): boolean {
  const failure = toFailure(error);
  return failure.kind === 'HTTP' && failure.status === 401;
}
