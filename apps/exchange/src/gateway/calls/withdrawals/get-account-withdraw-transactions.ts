import { transactionsCall } from '../transactions-call.ts';

export const getAccountWithdrawTransactions = transactionsCall(
  'GetAccountWithdrawTransactions',
  'The ledger entries of withdrawals of the account and of their fees, newest first.',
  'withdrawal',
);
