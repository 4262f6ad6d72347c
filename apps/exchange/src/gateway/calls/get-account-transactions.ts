import {
  alsoCalled,
  decimal,
  enumField,
  id,
  integerField,
  listField,
  referenceTypes,
  shape,
  timeField,
  transactionShape,
  transactionTypes,
  zero,
} from '@salar/protocol/wire/index';
import type { WireTransaction } from '@salar/protocol/wire/index';
import type { AccountId, PostingKind } from '@salar/protocol';
import { customerAccountMin, houseAccounts, productId } from '@salar/protocol';
import type { CustomerServices } from '@salar/services/customer-services';
import type { LedgerLine } from '@salar/services/ports/history';
import { sessionCall } from '../call.ts';

const rowsMax = 1000;
const exchangeAccount = houseAccounts.rounding;
/** How far back a filtered list looks. */
const scanMax = 5000;

export const getAccountTransactions = sessionCall({
  name: 'GetAccountTransactions',
  permissions: ['Trading', 'AccountReadOnly'],
  subject: { AccountId: 'ownAccount' },
  input: {
    Depth: alsoCalled(integerField(), 'Limit', 'Count'),
    StartIndex: integerField(),
    ProductId: id(),
    TransactionId: id(),
    ReferenceId: id(),
    TransactionTypes: listField(enumField(transactionTypes)),
    TransactionReferenceTypes: listField(enumField(referenceTypes)),
    StartTimeStamp: timeField(),
    EndTimeStamp: timeField(),
  },
  output: shape.list(transactionShape),
  rate: 'read',
  about:
    'The ledger entries of the account, newest first: every deposit, withdrawal, trade and fee with the balance after it.',
  example: {
    input: { OMSId: 1, AccountId: 1031, Depth: 10 },
    output: [
      { TransactionId: 90122, CR: 0.06, DR: 0, TransactionType: 'Trade', ProductId: 3, Balance: 0.31 },
    ],
  },
  async run({ services, accountId }, input) {
    const limit = Math.min(input.Depth ?? rowsMax, rowsMax);
    const startIndex = input.StartIndex ?? 0;
    if (limit === 0) return [];
    const matches = (row: WireTransaction) =>
      (input.TransactionId === undefined || row.TransactionId === input.TransactionId) &&
      (input.ReferenceId === undefined || row.ReferenceId === input.ReferenceId) &&
      (input.TransactionTypes === undefined ||
        input.TransactionTypes.some((type) => type === row.TransactionType)) &&
      (input.TransactionReferenceTypes === undefined ||
        input.TransactionReferenceTypes.some((type) => type === row.ReferenceType)) &&
      (input.StartTimeStamp === undefined || row.TimeStamp >= input.StartTimeStamp) &&
      (input.EndTimeStamp === undefined || row.TimeStamp <= input.EndTimeStamp);
    const isFiltered = [
      input.TransactionId,
      input.ReferenceId,
      input.TransactionTypes,
      input.TransactionReferenceTypes,
      input.StartTimeStamp,
      input.EndTimeStamp,
    ].some((value) => value !== undefined);

    await services.sequencer.projected();
    const lines = await services.history.ledgerOf({
      accountId,
      ...(input.ProductId !== undefined && { productId: productId(input.ProductId) }),
      startIndex: isFiltered ? 0 : startIndex,
      limit: isFiltered ? scanMax : limit,
    });
    const rows = lines.map((line) => transactionRow(line, accountId, services));
    return isFiltered ? rows.filter(matches).slice(startIndex, startIndex + limit) : rows;
  },
});

const transactionTypeOf: Readonly<Record<PostingKind, string>> = {
  deposit: 'Other',
  withdrawal: 'Other',
  trade: 'Trade',
  fee: 'Fee',
  transfer: 'Other',
};
const referenceTypeOf: Readonly<Record<Exclude<PostingKind, 'fee'>, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdraw',
  trade: 'Trade',
  transfer: 'Transfer',
};

function transactionRow(line: LedgerLine, accountId: AccountId, services: CustomerServices): WireTransaction {
  const decimals = services.sequencer.engine.product(line.productId)?.decimals ?? 0;
  return {
    TransactionId: line.entryId,
    ReferenceId: line.reference,
    OMSId: 1,
    AccountId: accountId,
    CR: line.amount > 0n ? decimal(line.amount, decimals) : zero,
    DR: line.amount < 0n ? decimal(0n - line.amount, decimals) : zero,
    // Who the other customer was is nobody's business: the exchange stands on the other side.
    Counterparty: line.counterparty < customerAccountMin ? line.counterparty : exchangeAccount,
    TransactionType: transactionTypeOf[line.kind],
    ReferenceType: referenceTypeOf[line.referenceKind],
    ProductId: line.productId,
    Balance: decimal(line.balance, decimals),
    TimeStamp: line.at,
  };
}
