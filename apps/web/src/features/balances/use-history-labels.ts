import { useTranslation } from '../../i18n/use-translation.ts';
import { useTicketLabels } from '../../parts/tickets/use-ticket-labels.ts';
import type { HistoryRow } from './history-rows.ts';
import type en from './locales/en.json';

type Texts = typeof en;

/**
 * Labels for the states, sides and types of orders and tickets, in the customer's language. Unknown values are shown as
 * received.
 */
export function useHistoryLabels() {
  const { t } = useTranslation();
  const tickets = useTicketLabels();
  const orderStatus = (status: string) =>
    isKey(status, orderStatuses)
      ? { name: t(`balances.status.${status}`), help: t(`balances.statusHelp.${status}`) }
      : { name: status, help: t('balances.statusHelp.other') };
  return {
    side: (side: string) => (isKey(side, sides) ? t(`balances.side.${side}`) : side),
    orderType: (type: string) => (isKey(type, orderTypes) ? t(`balances.orderType.${type}`) : type),
    /** The name of the state, and what it means. */
    status: ({ status, side, type }: Pick<HistoryRow, 'status' | 'side' | 'type'>) => {
      if ('order' in type) return orderStatus(status);
      return side === 'Deposit' ? tickets.deposit(status) : tickets.withdrawal(status);
    },
  };
}

const sides: readonly (keyof Texts['side'])[] = ['Buy', 'Sell', 'Deposit', 'Withdraw'];
const orderTypes: readonly (keyof Texts['orderType'])[] = [
  'Market',
  'Limit',
  'StopMarket',
  'StopLimit',
  'TrailingStopMarket',
  'TrailingStopLimit',
];
const orderStatuses: readonly (keyof Texts['status'])[] = [
  'Working',
  'Rejected',
  'Canceled',
  'Expired',
  'FullyExecuted',
];

function isKey<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text);
}
