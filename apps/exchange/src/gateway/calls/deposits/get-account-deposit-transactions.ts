import { transactionsCall } from '../transactions-call.ts';

export const getAccountDepositTransactions = transactionsCall(
  'GetAccountDepositTransactions',
  'The ledger entries of deposits of the account and of their fees, newest first.',
  'deposit',
);
