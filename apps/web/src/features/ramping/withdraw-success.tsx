import { Address, Button, ButtonLink, Card, KeyValueList, Num, SuccessMoment } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import { useCustomer } from '../../api/customer/use-customer.ts';
import type { WithdrawReceipt } from './use-send-withdrawal.ts';

export type WithdrawSuccessProps = { readonly receipt: WithdrawReceipt; readonly onStartOver: () => void };

/** The withdrawal is asked for: what comes next and what was asked. */
export function WithdrawSuccess({ receipt, onStartOver }: WithdrawSuccessProps) {
  const { t } = useTranslation();
  const { user } = useCustomer();
  const { requestCode, amount, net, symbol, address } = receipt;
  return (
    <Card>
      <SuccessMoment
        title={t('ramping.withdraw.success.title')}
        actions={
          <>
            <ButtonLink href="/dashboard">{t('ramping.withdraw.success.history')}</ButtonLink>
            <Button variant="quiet" onPress={onStartOver}>
              {t('ramping.withdraw.success.another')}
            </Button>
          </>
        }
      >
        {t('ramping.withdraw.success.body', { email: user?.email ?? '' })}
      </SuccessMoment>
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
            id: 'destination',
            label: t('ramping.withdraw.success.destination'),
            value: <Address value={address} form="full" />,
            isStacked: true,
          },
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
