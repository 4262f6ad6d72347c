import { Button, ButtonLink, Card, KeyValueList, Num, SuccessMoment } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '../../api/customer/use-customer.ts';
import { historyPath } from '../../lib/history-path.ts';
import { useDestinationWords } from '../destinations/use-destination-words.ts';
import { useDestinationLines } from './destination-lines.tsx';
import { useOpenWithdrawals } from './use-open-withdrawals.ts';
import type { WithdrawReceipt } from './use-send-withdrawal.ts';
import { WithdrawTicket } from './withdraw-ticket.tsx';

export type WithdrawSuccessProps = { readonly receipt: WithdrawReceipt; readonly onStartOver: () => void };

/** The withdrawal is asked for: what comes next, where it stands, and what was asked. */
export function WithdrawSuccess({ receipt, onStartOver }: WithdrawSuccessProps) {
  const { t } = useTranslation();
  const { user } = useCustomer();
  const { requestCode, accountId, productId, amount, net, symbol, network, templateType } = receipt;
  const words = useDestinationWords();
  const destination = useDestinationLines(receipt, 'full');
  const ticket = useOpenWithdrawals(accountId).find((one) => one.requestCode === requestCode);
  return (
    <Card>
      <SuccessMoment
        title={t('ramping.withdraw.success.title')}
        actions={
          <>
            <ButtonLink
              href={historyPath({
                productId,
                tab: 'withdrawals',
                line: ticket ? `ticket-${ticket.ticketNumber}` : 'newest',
              })}
            >
              {t('ramping.withdraw.success.history')}
            </ButtonLink>
            <Button variant="quiet" onPress={onStartOver}>
              {t('ramping.withdraw.success.another')}
            </Button>
          </>
        }
      >
        {t('ramping.withdraw.success.body', { email: user?.email ?? '' })}
      </SuccessMoment>
      {ticket ? (
        <div className="mt-2 border-t border-line pt-4 pb-2">
          <WithdrawTicket ticket={ticket} accountId={accountId} />
        </div>
      ) : null}
      <KeyValueList
        className="mt-2 border-t border-line pt-3"
        rows={[
          {
            id: 'amount',
            label: t('ramping.withdraw.success.amount'),
            value: <Num value={amount} unit={symbol} />,
          },
          {
            id: 'net',
            label: t('ramping.withdraw.success.receive'),
            value: <Num value={net} unit={symbol} />,
          },
          {
            id: 'network',
            label: t('ramping.withdraw.success.way'),
            value: words.way(templateType, network),
          },
          ...destination,
          ...(requestCode === null
            ? []
            : [
                {
                  id: 'ticket',
                  label: t('ramping.withdraw.success.ticket'),
                  value: <span className="font-mono text-small [overflow-wrap:anywhere]">{requestCode}</span>,
                  isStacked: true,
                },
              ]),
        ]}
      />
    </Card>
  );
}
