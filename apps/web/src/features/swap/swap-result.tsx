import { InlineNotice, KeyValueList, Link, formatMoney, formatPrice, useFocusOnMount } from '@salar/ui';
import type { NoticeTone } from '@salar/ui';
import { useEffect, useEffectEvent } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isPositive } from '../../money/decimal.ts';
import { buildHistoryPath } from '../../lib/navigation/history-path.ts';
import { translateRefusalMessage } from '../../lib/failures/refusal-messages.ts';
import { useFailureText } from '../../lib/failures/use-failure-text.ts';
import { refusalKey } from './swap-refusal.ts';
import { isSessionLost } from './use-send-swap.ts';
import type { SentSwap, SwapOutcome } from './use-send-swap.ts';
import { useSwapReceipt } from './use-swap-receipt.ts';
import type { SwapReceipt } from './use-swap-receipt.ts';

type SwapResultProps = { readonly outcome: SwapOutcome };

/** Shows how the last swap ended, and takes the focus: on a phone the page may be scrolled to its button. */
export function SwapResult({ outcome }: SwapResultProps) {
  const ref = useFocusOnMount<HTMLDivElement>();
  return (
    <div ref={ref} tabIndex={-1} className="outline-none">
      <Outcome
        outcome={outcome}
        onRead={() => {
          // The receipt is longer than the line it replaces. A customer who moved the focus meanwhile is not scrolled
          // back.
          if (ref.current?.contains(document.activeElement)) ref.current.scrollIntoView({ block: 'nearest' });
        }}
      />
    </div>
  );
}

/** Shows the receipt of a swap, why it was not made, or that the outcome is being resolved. */
function Outcome({ outcome, onRead }: SwapResultProps & { readonly onRead: () => void }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  switch (outcome.kind) {
    case 'accepted':
      return <Accepted sent={outcome.sent} orderId={outcome.orderId} onRead={onRead} />;
    case 'refused': {
      const key = refusalKey(outcome.message);
      const message = key
        ? t(key)
        : (translateRefusalMessage({ message: outcome.message, detail: null }, t) ?? '');
      return <Notice tone="error">{t('swap.errors.failedSwap', { message })}</Notice>;
    }
    case 'failed':
      return (
        <Notice tone="error">
          {isSessionLost(outcome.error) ? failureText(outcome.error) : t('swap.errors.exception')}
        </Notice>
      );
    case 'notMade':
      return <Notice tone="warn">{t('swap.errors.notMade')}</Notice>;
    default:
      return (
        <Notice tone="warn" action={<HistoryLink productId={outcome.sent.from.productId} orderId={null} />}>
          {t('swap.errors.unknownOutcome')}
        </Notice>
      );
  }
}

type AcceptedProps = {
  readonly sent: SentSwap;
  readonly orderId: number | null;
  /** Called once the receipt is drawn. */
  readonly onRead: () => void;
};

function Accepted({ sent, orderId, onRead }: AcceptedProps) {
  const { t } = useTranslation();
  const receipt = useSwapReceipt(orderId === null ? null : { sent, orderId });
  const isRead = receipt !== null;
  const onReadNow = useEffectEvent(onRead);
  useEffect(() => {
    if (isRead) onReadNow();
  }, [isRead]);
  const action = <HistoryLink productId={sent.from.productId} orderId={orderId} />;
  if (receipt === null) {
    return (
      <Notice tone="success" action={action}>
        {t('swap.receipt.reading')}
      </Notice>
    );
  }
  const left = formatMoney(receipt.left, sent.from.symbol, { maxPlaces: sent.from.decimals });
  if (!isPositive(receipt.paid)) {
    return (
      <Notice tone="warn" action={action}>
        {t('swap.receipt.nothing', { left })}
      </Notice>
    );
  }
  return (
    <Notice
      tone={receipt.isWhole ? 'success' : 'warn'}
      title={t(receipt.isWhole ? 'swap.successSwap' : 'swap.receipt.partial')}
      action={action}
    >
      {receipt.isWhole ? null : <p>{t('swap.receipt.rest', { left })}</p>}
      <ReceiptLines sent={sent} receipt={receipt} />
      {receipt.isWhole && isPositive(receipt.left) ? (
        <p className="text-small">{t('swap.receipt.remainder', { left })}</p>
      ) : null}
    </Notice>
  );
}

function ReceiptLines({ sent, receipt }: { readonly sent: SentSwap; readonly receipt: SwapReceipt }) {
  const { t } = useTranslation();
  const { from, to, quote, order } = sent;
  const [base, quoted] = order.side === 'buy' ? [to, from] : [from, to];
  return (
    <KeyValueList
      className="text-ink-1"
      rows={[
        {
          id: 'received',
          label: t('swap.receipt.received'),
          value: formatMoney(receipt.received, to.symbol, { maxPlaces: to.decimals }),
          isTotal: true,
        },
        {
          id: 'paid',
          label: t('swap.receipt.paid'),
          value: formatMoney(receipt.paid, from.symbol, { maxPlaces: from.decimals }),
        },
        {
          id: 'fee',
          label: t('swap.fee.label'),
          value: formatMoney(receipt.fee, to.symbol, { maxPlaces: to.decimals }),
        },
        {
          id: 'price',
          label: t('swap.receipt.price'),
          value: t('swap.rate.line', {
            one: base.symbol,
            rate: formatPrice(isPositive(receipt.averagePrice) ? receipt.averagePrice : quote.averagePrice),
            other: quoted.symbol,
          }),
        },
        {
          id: 'reference',
          label: t('swap.receipt.reference'),
          value: String(receipt.orderId),
        },
      ]}
    />
  );
}

function HistoryLink({
  productId,
  orderId,
}: {
  readonly productId: number;
  readonly orderId: number | null;
}) {
  const { t } = useTranslation();
  const line = orderId === null ? null : (`order-${orderId}` as const);
  return <Link href={buildHistoryPath({ productId, tab: 'trades', line })}>{t('swap.viewHistory')}</Link>;
}

type NoticeProps = {
  readonly tone: NoticeTone;
  readonly title?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

function Notice({ children, ...props }: NoticeProps) {
  return (
    <InlineNotice {...props} isAnnounced>
      {children}
    </InlineNotice>
  );
}
