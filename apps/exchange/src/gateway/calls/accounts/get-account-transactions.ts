import {
  alsoCalled,
  enumField,
  id,
  integerField,
  listField,
  referenceTypes,
  shape,
  timeField,
  transactionShape,
  transactionTypes,
} from '@salar/protocol/wire/index';
import type { InputOf, WireTransaction } from '@salar/protocol/wire/index';
import { millis, productId } from '@salar/protocol';
import { sessionCall } from '../call.ts';
import type { SessionContext } from '../call.ts';
import { transactionRow } from '../../rows/transaction-row.ts';

const rowsMax = 1000;
/** How far back a list looks that is filtered by what its rows say. */
const scanMax = 5000;

const fields = {
  Depth: alsoCalled(integerField(), 'Limit', 'Count'),
  StartIndex: integerField(),
  ProductId: id(),
  TransactionId: id(),
  ReferenceId: id(),
  TransactionTypes: listField(enumField(transactionTypes)),
  TransactionReferenceTypes: listField(enumField(referenceTypes)),
  StartTimeStamp: timeField(),
  EndTimeStamp: timeField(),
};

export const getAccountTransactions = transactionsCall(
  'GetAccountTransactions',
  'The ledger entries of the account, newest first: every deposit, withdrawal, trade and fee with the balance after it.',
);
export const getAccountDepositTransactions = transactionsCall(
  'GetAccountDepositTransactions',
  'The ledger entries of deposits of the account and of their fees, newest first.',
  'deposit',
);
export const getAccountWithdrawTransactions = transactionsCall(
  'GetAccountWithdrawTransactions',
  'The ledger entries of withdrawals of the account and of their fees, newest first.',
  'withdrawal',
);

function transactionsCall(name: string, about: string, referenceKind?: 'deposit' | 'withdrawal') {
  return sessionCall({
    name,
    permissions: ['Trading', 'AccountReadOnly'],
    subject: { AccountId: 'ownAccount' },
    input: fields,
    output: shape.list(transactionShape),
    rate: 'read',
    about,
    example: {
      input: { OMSId: 1, AccountId: 1031, Depth: 10 },
      output: [{ TransactionId: 90122, CR: 0.06, DR: 0, ProductId: 3, Balance: 0.31 }],
    },
    run: (context, input) => transactionsOf(context, input, referenceKind),
  });
}

async function transactionsOf(
  { services, accountId }: SessionContext,
  input: InputOf<typeof fields>,
  referenceKind?: 'deposit' | 'withdrawal',
): Promise<readonly WireTransaction[]> {
  const limit = Math.min(input.Depth ?? rowsMax, rowsMax);
  const startIndex = input.StartIndex ?? 0;
  if (limit === 0) return [];
  const matches = (row: WireTransaction) =>
    (input.TransactionId === undefined || row.TransactionId === input.TransactionId) &&
    (input.TransactionTypes === undefined ||
      input.TransactionTypes.some((type) => type === row.TransactionType)) &&
    (input.TransactionReferenceTypes === undefined ||
      input.TransactionReferenceTypes.some((type) => type === row.ReferenceType));
  const isFiltered = [input.TransactionId, input.TransactionTypes, input.TransactionReferenceTypes].some(
    (value) => value !== undefined,
  );

  await services.sequencer.projected();
  const lines = await services.history.ledgerOf({
    accountId,
    ...(input.ProductId !== undefined && { productId: productId(input.ProductId) }),
    ...(input.ReferenceId !== undefined && { reference: input.ReferenceId }),
    ...(referenceKind && { referenceKind }),
    ...(input.StartTimeStamp !== undefined && { fromAt: millis(input.StartTimeStamp) }),
    ...(input.EndTimeStamp !== undefined && { untilAt: millis(input.EndTimeStamp + 1) }),
    startIndex: isFiltered ? 0 : startIndex,
    limit: isFiltered ? scanMax : limit,
  });
  const rows = lines.map((line) => transactionRow(line, accountId, services));
  return isFiltered ? rows.filter(matches).slice(startIndex, startIndex + limit) : rows;
}
