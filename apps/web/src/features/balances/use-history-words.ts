import { useTranslation } from 'react-i18next';
import type en from './locales/en.json';

type Texts = typeof en;

/** The customer's words for what the exchange calls orders and tickets. Unknown words are shown as received. */
export function useHistoryWords() {
  const { t } = useTranslation();
  return {
    side: (side: string) => (isKey(side, sides) ? t(`balances.side.${side}`) : side),
    orderType: (type: string) => (isKey(type, orderTypes) ? t(`balances.orderType.${type}`) : type),
    status: (status: string) => (isKey(status, statuses) ? t(`balances.status.${status}`) : status),
    statusHelp: (status: string) =>
      isKey(status, statuses) ? t(`balances.statusHelp.${status}`) : t('balances.statusHelp.other'),
  };
}

const sides: readonly (keyof Texts['side'])[] = ['Buy', 'Sell', 'Deposit', 'Withdraw'];
const orderTypes: readonly (keyof Texts['orderType'])[] = ['Market', 'Limit', 'StopMarket', 'StopLimit'];
const statuses: readonly (keyof Texts['status'])[] = [
  'Working',
  'Rejected',
  'Canceled',
  'Expired',
  'FullyExecuted',
  'New',
  'Accepted',
  'AdminProcessing',
  'Confirmed',
  'Failed',
  'Pending',
  'SystemProcessing',
  'AutoAccepted',
  'Delayed',
  'UserCanceled',
  'AdminCanceled',
  'AdminCancelled',
  'Submitted',
  'FullyProcessed',
  'Pending2Fa',
  'Confirmed2Fa',
];

function isKey<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text);
}
