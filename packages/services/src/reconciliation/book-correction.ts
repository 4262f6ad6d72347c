/** Submits the difference between a wallet and its tickets to the ledger, once. */
import { assert, houseAccounts, minor } from '@salar/protocol';
import type { WalletCorrection } from '@salar/store/tables/operators/reconciliation';
import { writePoint } from '@salar/store/write-points';
import type { LedgerPort } from '../ports/ledger-port.ts';

/** Books a correction: a surplus is the operator's own money, a shortfall is a loss of the house. */
export async function submitCorrection(
  ledger: Pick<LedgerPort, 'submit'>,
  { key, productId, ticketId, amount }: WalletCorrection,
): Promise<void> {
  if (amount === 0n) return;
  writePoint('reconciliation.correction_written');
  const outcome =
    amount > 0n
      ? await ledger.submit({
          type: 'CreditDeposit',
          accountId: houseAccounts.operatorFunding,
          productId,
          amount: minor(amount),
          key,
          ticketId,
        })
      : await ledger.submit({
          type: 'TransferFunds',
          sourceAccountId: houseAccounts.loss,
          targetAccountId: houseAccounts.custody,
          productId,
          amount: minor(0n - amount),
          key,
        });
  assert(outcome.ok, `the correction ${key} can be booked`);
}
