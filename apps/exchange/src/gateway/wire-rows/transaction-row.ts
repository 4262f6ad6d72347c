/** Converts a ledger entry of an account to the wire format. */
import type { EngineView } from '@salar/engine';
import type { AccountId, PostingKind } from '@salar/protocol';
import { customerAccountMin, houseAccounts } from '@salar/protocol';
import { toWireDecimal, zero } from '@salar/protocol/wire';
import type { WireTransaction } from '@salar/protocol/wire';
import type { LedgerLine } from '@salar/services/ports/history';

/** The counterparty shown is the exchange, because the identity of the other customer is private. */
export const exchangeAccount = houseAccounts.rounding;

const transactionTypesByKind: Readonly<Record<PostingKind, string>> = {
  deposit: 'Other',
  withdrawal: 'Other',
  trade: 'Trade',
  fee: 'Fee',
  transfer: 'Other',
};
const referenceTypesByKind: Readonly<Record<Exclude<PostingKind, 'fee'>, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdraw',
  trade: 'Trade',
  transfer: 'Transfer',
};

export function toTransactionRow(line: LedgerLine, accountId: AccountId, view: EngineView): WireTransaction {
  const decimals = view.product(line.productId)?.decimals ?? 0;
  return {
    TransactionId: line.entryId,
    ReferenceId: line.reference,
    OMSId: 1,
    AccountId: accountId,
    CR: line.amount > 0n ? toWireDecimal(line.amount, decimals) : zero,
    DR: line.amount < 0n ? toWireDecimal(0n - line.amount, decimals) : zero,
    Counterparty: line.counterparty < customerAccountMin ? line.counterparty : exchangeAccount,
    TransactionType: transactionTypesByKind[line.kind],
    ReferenceType: referenceTypesByKind[line.referenceKind],
    ProductId: line.productId,
    Balance: toWireDecimal(line.balance, decimals),
    TimeStamp: line.at,
  };
}
