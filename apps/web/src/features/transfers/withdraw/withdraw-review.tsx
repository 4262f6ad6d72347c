import { Num, ReviewSheet, formatDecimal } from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isBank } from '../../../api/records/template-type.ts';
import { useDestinationLabels } from '../../../parts/destinations/use-destination-labels.ts';
import { useDestinationLines } from './destination-lines.tsx';
import { NewDestinationNotice } from './new-destination-notice.tsx';
import { PasskeySignature } from './passkey-signature.tsx';
import type { WithdrawDraft } from './use-withdraw-draft.ts';

export type WithdrawReviewProps = {
  readonly draft: WithdrawDraft;
  /** Why it cannot be sent now; null when it can. */
  readonly obstacleText: string | null;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  /** Called instead of `onConfirm` with the browser's response when the customer signed with a passkey. */
  readonly onSigned: (passkeyResponse: string) => void;
  readonly onCancel: () => void;
  readonly isBusy: boolean;
};

/** Shows the withdrawal once more, with the whole destination, before it is sent. */
export function WithdrawReview(props: WithdrawReviewProps) {
  const { draft, obstacleText, isOpen, onConfirm, onSigned, onCancel, isBusy } = props;
  const [isSigning, setIsSigning] = useState(false);
  const { t } = useTranslation();
  const { asset, amount, fee, net, options, receiver } = draft;
  const { symbol } = asset;
  const { provider } = options;
  const labels = useDestinationLabels();
  const destination = useDestinationLines(
    { templateType: provider?.templateType ?? '', address: receiver.address, lines: receiver.lines },
    'verify',
  );
  const rows: KeyValue[] = [
    {
      id: 'amount',
      label: t('transfers.withdraw.review.amount'),
      value: <Num value={amount} unit={symbol} />,
    },
    {
      id: 'fee',
      label: t('transfers.withdraw.review.fee'),
      value: <Num value={fee} unit={symbol} rounding="up" />,
    },
    {
      id: 'net',
      label: t('transfers.withdraw.review.net'),
      value: <Num value={net} unit={symbol} />,
      isTotal: true,
    },
    {
      id: 'network',
      label: t(
        provider && isBank(provider) ? 'transfers.method.system' : 'transfers.withdraw.review.network',
      ),
      value: provider ? labels.way(provider.templateType, provider.displayName) : '',
    },
    ...(receiver.chosen?.kind === 'wallet'
      ? [
          {
            id: 'label',
            label: t('transfers.withdraw.review.savedAs'),
            value: <bdi className="line-clamp-3 [overflow-wrap:anywhere]">{receiver.chosen.label}</bdi>,
          },
        ]
      : []),
    ...destination,
  ];
  return (
    <ReviewSheet
      isOpen={isOpen}
      title={t('transfers.withdraw.review.title')}
      rows={rows}
      sentence={t('transfers.withdraw.review.description')}
      confirmLabel={
        obstacleText ?? t('transfers.withdraw.review.confirm', { amount: formatDecimal(amount), symbol })
      }
      busyLabel={t('transfers.withdraw.review.loading')}
      cancelLabel={t('transfers.withdraw.review.cancel')}
      onConfirm={onConfirm}
      // The browser's dialog is open and has its own way out: a signature must not send what was cancelled meanwhile.
      onCancel={isSigning ? () => undefined : onCancel}
      isBusy={isBusy}
      isBlocked={obstacleText !== null || isSigning}
      alternative={
        obstacleText === null && draft.passkeySignature !== 'None' ? (
          <PasskeySignature draft={draft} isDisabled={isBusy} onSigning={setIsSigning} onSigned={onSigned} />
        ) : undefined
      }
      notice={receiver.isNew ? <NewDestinationNotice draft={draft} className="mb-3" /> : undefined}
    />
  );
}
