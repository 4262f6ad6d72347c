import { useTranslation } from '../../i18n/use-translation.ts';
import type en from './locales/en.json';

type Texts = typeof en;
type DepositStatus = keyof Texts['depositHelp'];
type WithdrawStatus = keyof Texts['withdrawHelp'];
/** The name of a state, and what happens next or has happened. */
type StatusLabels = { readonly name: string; readonly help: string };

/**
 * Labels for the states of deposits and withdrawals, in the customer's language. Unknown states are shown as received.
 */
export function useTicketLabels() {
  const { t } = useTranslation();
  const unknown = (status: string): StatusLabels => ({ name: status, help: t('tickets.otherHelp') });
  return {
    /** Why a ticket was not carried out. A reason that an operator wrote is shown as written. */
    reason: (text: string): string =>
      text === 'Below the minimum deposit' ? t('tickets.reasons.belowMinimumDeposit') : text,
    deposit: (status: string): StatusLabels => {
      const known = deposits.find((one) => one === normalize(status));
      if (!known) return unknown(status);
      return { name: t(`tickets.deposit.${known}`), help: t(`tickets.depositHelp.${known}`) };
    },
    withdrawal: (status: string): StatusLabels => {
      const known = withdrawals.find((one) => one === normalize(status));
      if (!known) return unknown(status);
      return { name: t(`tickets.withdraw.${known}`), help: t(`tickets.withdrawHelp.${known}`) };
    },
  };
}

/** Maps a state that the wire protocol spells or splits differently to the name used here. */
function normalize(status: string): string {
  return { AdminCancelled: 'AdminCanceled', AmlProcessing: 'AdminProcessing' }[status] ?? status;
}

const deposits: readonly DepositStatus[] = [
  'New',
  'Pending',
  'AdminProcessing',
  'Accepted',
  'SystemProcessing',
  'Confirmed',
  'FullyProcessed',
  'Rejected',
  'Failed',
];
const withdrawals: readonly WithdrawStatus[] = [
  'New',
  'Pending',
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
