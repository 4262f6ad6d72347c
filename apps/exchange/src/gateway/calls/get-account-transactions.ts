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
import type { WireTransaction } from '@salar/protocol/wire/index';
import { productId } from '@salar/protocol';
import { sessionCall } from '../call.ts';
import { transactionRow } from '../rows/transaction-row.ts';

const rowsMax = 1000;
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
