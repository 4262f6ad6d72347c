/**
 * Bank deposits: a ticket and a statement line first, then the credit in the ledger, keyed by the bank's reference. After a
 * crash between them the same credit is submitted again.
 */
import { randomUUID } from 'node:crypto';
import { accept, millis, refuse } from '@salar/protocol';
import type { AccountId, CreditDepositRefusal, Minor, ProductId, Result, TicketId } from '@salar/protocol';
import { findDepositByKey, listUncreditedBankDeposits } from '@salar/store/tables/operators/bank-entries';
import { insertDeposit } from '@salar/store/tables/tickets/deposits';
import type { DepositRow, NewDeposit } from '@salar/store/tables/tickets/deposits';
import { writePoint } from '@salar/store/write-points';
import { takeTicketNumber } from '@salar/store/tables/tickets/withdrawals';
import { advanceDeposit, checkDeposit, sealDeposit } from '../deposits/deposit-moves.ts';
import { rollbackOnRefusal } from '../payments/rollback-on-refusal.ts';
import { addBankMovement } from '../payments/bank-movements.ts';
import type { LedgerPort } from '../ports/ledger-port.ts';
import type { ActingContext } from '../withdrawals/withdrawal-steps.ts';

type Context = Pick<ActingContext, 'database' | 'clock' | 'log' | 'ticketMacKey' | 'by'> & {
  readonly ledger: Pick<LedgerPort, 'submit'>;
};

export type BankDeposit = {
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly providerId: number;
  readonly amount: Minor;
  /** The bank's reference. */
  readonly reference: string;
  readonly kind: 'credit' | 'funding';
  readonly operator: string;
};

/** Builds the key of a credit: a reference identifies one movement of one provider, for ever. */
function bankDepositKey({ providerId, reference }: Pick<BankDeposit, 'providerId' | 'reference'>): string {
  return `bank:${providerId}:${reference}`;
}

/**
 * Books a movement of the statement, once.
 *
 * @returns the deposit ticket; `reference_used` when the reference was used before; otherwise the ledger's refusal
 */
export async function bookBankDeposit(
  context: Context,
  deposit: BankDeposit,
): Promise<Result<TicketId, 'reference_used' | CreditDepositRefusal>> {
  const { database, clock } = context;
  const key = bankDepositKey(deposit);
  const at = clock();
  const written = await rollbackOnRefusal<null, 'reference_used'>(database, async (tx) => {
    const ticketId = await takeTicketNumber(tx);
    const row = { ...toNewDeposit(deposit, key, at), ticketId };
    const transition = sealDeposit({ ...context, clock: () => at }, null, row, 'Confirmed');
    if (!(await insertDeposit(tx, { ...row, transition }))) return accept(null); // a repeat: the same deposit is credited again, which changes nothing
    const isNew = await addBankMovement(context, tx, { ...deposit, ticketId, at });
    return isNew ? accept(null) : refuse('reference_used');
  });
  if (!written.ok) return written;
  writePoint('bank.credit_written');
  const row = await findDepositByKey(database, key);
  if (row === null || !isSame(row, deposit)) return refuse('reference_used');
  const refusal = await credit(context, row);
  return refusal === null ? accept(row.ticketId) : refuse(refusal);
}

/**
 * After a crash, credits bank deposits that are written and not yet credited. A row that is not proved was changed in the
 * database, or is of an earlier version: it is credited when an operator gives the command for it again.
 */
export async function finishBankDeposits(context: Context): Promise<void> {
  const { database, log } = context;
  for (const row of await listUncreditedBankDeposits(database)) {
    if ((await checkDeposit(context, row)) === 'proved') await credit(context, row);
    else
      log.error(
        { ticketId: row.ticketId, reference: row.txId },
        'ALERT: a bank deposit was not written by the exchange, and is not credited',
      );
  }
}

async function credit(context: Context, row: DepositRow): Promise<CreditDepositRefusal | null> {
  const { ledger, log } = context;
  const { accountId, productId, amount, key, ticketId } = row;
  const outcome = await ledger.submit({ type: 'CreditDeposit', accountId, productId, amount, key, ticketId });
  writePoint('deposit.credited');
  if (outcome.ok) {
    await advanceDeposit(context, ticketId, 'FullyProcessed');
    log.info({ ticketId }, 'bank deposit credited');
    return null;
  }
  await advanceDeposit(context, ticketId, 'Rejected', outcome.refusal);
  log.error({ ticketId, refusal: outcome.refusal }, 'the ledger refused a bank deposit');
  return outcome.refusal;
}

function toNewDeposit(
  deposit: BankDeposit,
  key: string,
  at: number,
): Omit<NewDeposit, 'ticketId' | 'transition'> {
  const { accountId, productId, providerId, amount, reference } = deposit;
  const none = { blockHeight: null, blockHash: null, confirmationsNeeded: 0, rejectReason: null };
  const place = { chainId: 0, txId: reference, position: 'bank', fromAddress: '', toAddress: '' };
  const terms = { accountId, productId, providerId, amount, status: 'Confirmed' } as const;
  return { requestCode: randomUUID(), key, ...terms, ...place, ...none, createdAt: millis(at) };
}

function isSame(row: DepositRow, deposit: BankDeposit): boolean {
  return (
    row.accountId === deposit.accountId &&
    row.productId === deposit.productId &&
    row.amount === deposit.amount
  );
}
