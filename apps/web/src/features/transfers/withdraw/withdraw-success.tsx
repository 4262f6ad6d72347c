import {
  Button,
  ButtonLink,
  Card,
  EnvelopeArt,
  FailureArt,
  KeyValueList,
  Link,
  Num,
  SuccessMoment,
} from '@salar/ui';
import type { KeyValue } from '@salar/ui';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCustomer } from '../../../customer/use-customer.ts';
import type { Ticket } from '../../../api/records/ticket.ts';
import { buildHistoryPath } from '../../../lib/navigation/history-path.ts';
import { useDestinationLabels } from '../../../parts/destinations/use-destination-labels.ts';
import { useTicketLabels } from '../../../parts/tickets/use-ticket-labels.ts';
import { CancelWithdrawal } from './tickets/cancel-withdrawal.tsx';
import { useDestinationLines } from './destination-lines.tsx';
import { canCancel } from '../ticket-steps.ts';
import type { WithdrawReceipt } from './use-send-withdrawal.ts';
import { WithdrawHelp } from './tickets/withdraw-help.tsx';
import { getWithdrawStage } from './withdraw-stage.ts';
import { WithdrawSteps } from './tickets/withdraw-steps.tsx';

export type WithdrawSuccessProps = {
  readonly receipt: WithdrawReceipt;
  /** The withdrawal's current ticket; null until the list has loaded. */
  readonly ticket: Ticket | null;
  readonly onStartOver: () => void;
};

/** The receipt of a withdrawal: its current state and its request, each once. */
export function WithdrawSuccess({ receipt, ticket, onStartOver }: WithdrawSuccessProps) {
  const { t } = useTranslation();
  const { requestCode, accountId, amount, net, symbol, network, templateType } = receipt;
  const { user } = useCustomer();
  const labels = useDestinationLabels();
  const destination = useDestinationLines(receipt, 'full');
  const identifier = (id: string, label: string, value: string): KeyValue => ({
    id,
    label,
    value: <span className="font-mono text-small [overflow-wrap:anywhere]">{value}</span>,
    isStacked: true,
  });
  return (
    <Card>
      <Headline ticket={ticket} productId={receipt.productId} onStartOver={onStartOver} />
      {ticket ? (
        <div className="mt-2 flex flex-col gap-3 border-t border-line pt-4 pb-3 empty:hidden">
          <WithdrawSteps ticket={ticket} />
          {canCancel(ticket) ? <CancelWithdrawal ticket={ticket} accountId={accountId} /> : null}
        </div>
      ) : null}
      {user && !user.use2FA ? (
        <p className="border-t border-line py-4 text-small text-ink-2">
          {t('transfers.withdraw.success.factor')}{' '}
          <Link href="/settings/security">{t('transfers.withdraw.success.factorLink')}</Link>
        </p>
      ) : null}
      <KeyValueList
        className="border-t border-line pt-3"
        rows={[
          {
            id: 'amount',
            label: t('transfers.withdraw.success.amount'),
            value: <Num value={amount} unit={symbol} />,
          },
          {
            id: 'net',
            label: t('transfers.withdraw.success.receive'),
            value: <Num value={net} unit={symbol} />,
          },
          {
            id: 'network',
            label: t('transfers.withdraw.success.way'),
            value: labels.way(templateType, network),
          },
          ...destination,
          ...(ticket?.transactionId
            ? [identifier('payment', t('transfers.withdraw.success.payment'), ticket.transactionId)]
            : []),
          ...(requestCode === null
            ? []
            : [identifier('ticket', t('transfers.withdraw.success.ticket'), requestCode)]),
        ]}
      />
    </Card>
  );
}

type HeadlineProps = Pick<WithdrawSuccessProps, 'ticket' | 'onStartOver'> & { readonly productId: number };

/** Picture, headline and explanation of the current state. Announced when it changes. */
function Headline({ ticket, productId, onStartOver }: HeadlineProps) {
  const { t } = useTranslation();
  const { user } = useCustomer();
  const labels = useTicketLabels();
  const stage = ticket ? getWithdrawStage(ticket.status) : 'awaiting';
  const hasFailed = stage === 'refused' || stage === 'failed' || stage === 'expired' || stage === 'canceled';
  return (
    <SuccessMoment
      art={hasFailed ? <FailureArt /> : stage === 'awaiting' ? <EnvelopeArt /> : undefined}
      title={
        stage === 'awaiting'
          ? t('transfers.withdraw.success.title')
          : stage === 'other'
            ? labels.withdrawal(ticket?.status ?? '').name
            : t(`transfers.withdraw.success.stage.${stage}`)
      }
      actions={
        <>
          <ButtonLink
            href={buildHistoryPath({
              productId,
              tab: 'withdrawals',
              line: ticket ? `ticket-${ticket.ticketNumber}` : 'newest',
            })}
          >
            {t('transfers.withdraw.success.history')}
          </ButtonLink>
          <Button variant="quiet" onPress={onStartOver}>
            {t('transfers.withdraw.success.another')}
          </Button>
        </>
      }
    >
      {stage === 'awaiting' || ticket === null ? (
        t('transfers.withdraw.success.body', { email: user?.email ?? '' })
      ) : (
        <WithdrawHelp ticket={ticket} />
      )}
    </SuccessMoment>
  );
}
