import { Button, InlineNotice } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { OrderFormState } from './use-order-form.ts';

const tones = { placed: 'success', unknown: 'warn', half: 'warn', refused: 'error' } as const;

/** How the last attempt ended, with a button that repeats an unknown one or cancels the placed half of a pair. */
export function SendResultNotice({ form }: { readonly form: OrderFormState }) {
  const { result } = form;
  if (!result) return null;
  return (
    <InlineNotice
      tone={tones[result.kind]}
      isAnnounced
      className="text-small"
      action={result.kind === 'unknown' || result.kind === 'half' ? <NextAction form={form} /> : undefined}
    >
      {result.text}
    </InlineNotice>
  );
}

function NextAction({ form }: { readonly form: OrderFormState }) {
  const { t } = useTranslation();
  const { result, isSending, isCancelling, isOnline, place, cancelHalf } = form;
  if (result?.kind === 'unknown')
    return (
      <Button variant="quiet" size="sm" onPress={() => void place(result.orders)} isLoading={isSending}>
        {t('trade.send.askAgain')}
      </Button>
    );
  if (result?.kind === 'half')
    return (
      <Button
        variant="quiet"
        size="sm"
        isDisabled={!isOnline}
        onPress={() => void cancelHalf(result.openOrderId)}
        isLoading={isCancelling}
      >
        {t('trade.orders.cancel', { number: result.openOrderId })}
      </Button>
    );
  return null;
}
