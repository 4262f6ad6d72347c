import type { Chapter } from '../../chapter.ts';
import { getOrderFee } from './get-order-fee.ts';
import { getAccountFees } from './get-account-fees.ts';
import { getOmsFeeTiers } from './get-oms-fee-tiers.ts';
import { getDepositFee } from './get-deposit-fee.ts';
import { getOmsDepositFees } from './get-oms-deposit-fees.ts';
import { getWithdrawFee } from './get-withdraw-fee.ts';
import { getOmsWithdrawFees } from './get-oms-withdraw-fees.ts';

export const feesChapter: Chapter = {
  id: 'fees',
  title: 'Fees',
  about: 'The costs of orders, deposits and withdrawals.',
  calls: [
    getOrderFee,
    getAccountFees,
    getOmsFeeTiers,
    getDepositFee,
    getOmsDepositFees,
    getWithdrawFee,
    getOmsWithdrawFees,
  ],
};
