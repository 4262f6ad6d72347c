import type { StatusTone } from '@salar/ui';
import { useTranslation } from 'react-i18next';
import type { Ticket } from '../../api/records/ticket.ts';
import type en from './locales/en.json';
import { isOpenDeposit, isOpenWithdrawal } from './ticket-steps.ts';

type DepositStatus = keyof (typeof en)['ticket']['deposit'];
type WithdrawStatus = keyof (typeof en)['ticket']['withdraw'];
type WithdrawHelp = keyof (typeof en)['ticket']['help'];

/** The customer's words and colours for the states of tickets. Unknown states are shown as received. */
export function useTicketWords() {
  const { t } = useTranslation();
  return {
    depositStatus: ({ status }: Ticket) =>
      isKey(status, depositStatuses) ? t(`ramping.ticket.deposit.${status}`) : status,
    depositTone: (ticket: Ticket): StatusTone =>
      isOpenDeposit(ticket) ? 'wait' : endTone(ticket.status, depositStatuses),
    withdrawStatus: ({ status }: Ticket) =>
      isKey(status, withdrawStatuses) ? t(`ramping.ticket.withdraw.${status}`) : status,
    withdrawTone: (ticket: Ticket): StatusTone =>
      isOpenWithdrawal(ticket) ? 'wait' : endTone(ticket.status, withdrawStatuses),
    /** What happens next, or what has happened. */
    withdrawHelp: ({ status }: Ticket) =>
      isKey(status, withdrawHelps) ? t(`ramping.ticket.help.${status}`) : null,
  };
}

function endTone(status: string, known: readonly string[]): StatusTone {
  if (status === 'FullyProcessed') return 'good';
  return known.includes(status) ? 'bad' : 'quiet';
}

const depositStatuses: readonly DepositStatus[] = [
  'New',
  'Pending',
  'Confirmed',
  'FullyProcessed',
  'Rejected',
  'Failed',
];
const withdrawStatuses: readonly WithdrawStatus[] = [
  'New',
  'Pending2Fa',
  'Confirmed2Fa',
  'Delayed',
  'AdminProcessing',
  'AutoAccepted',
  'Accepted',
  'SystemProcessing',
  'Submitted',
  'Confirmed',
  'FullyProcessed',
  'Rejected',
  'Failed',
  'Expired',
  'UserCanceled',
  'AdminCanceled',
];
const withdrawHelps: readonly WithdrawHelp[] = withdrawStatuses;

function isKey<Key extends string>(text: string, keys: readonly Key[]): text is Key {
  return (keys as readonly string[]).includes(text);
}
