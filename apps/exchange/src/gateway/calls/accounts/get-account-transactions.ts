import { transactionsCall } from '../transactions-call.ts';

export const getAccountTransactions = transactionsCall(
  'GetAccountTransactions',
  'The ledger entries of the account, newest first: every deposit, withdrawal, trade and fee with the balance after it.',
);
