import {
  withAliases,
  enumField,
  id,
  integerField,
  listField,
  referenceTypes,
  shape,
  timeField,
  transactionShape,
  transactionTypes,
} from '@salar/protocol/wire';
import type { InputOf, WireTransaction } from '@salar/protocol/wire';
import { millis, productId } from '@salar/protocol';
import { callsWith } from '../call.ts';
import type { SessionContext } from '../call.ts';
import { toTransactionRow } from '../wire-rows/transaction-row.ts';

const { sessionCall } = callsWith();

const rowsMax = 1000;
/** How many rows are scanned for a list that is filtered by fields of its rows. */
const scanMax = 5000;

const fields = {
  Depth: withAliases(integerField(), 'Limit', 'Count'),
  StartIndex: integerField(),
  ProductId: id(),
  TransactionId: id(),
  ReferenceId: id(),
  TransactionTypes: listField(enumField(transactionTypes)),
  TransactionReferenceTypes: listField(enumField(referenceTypes)),
  StartTimeStamp: timeField(),
  EndTimeStamp: timeField(),
};

/** Declares a call that lists ledger entries of an account, filtered by the kind of ticket that they refer to. */
export function transactionsCall(name: string, about: string, referenceKind?: 'deposit' | 'withdrawal') {
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
    run: (context, input) => findTransactions(context, input, referenceKind),
  });
}

async function findTransactions(
  { services, accountId }: SessionContext<never>,
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

  await services.engine.projected();
  const lines = await services.history.listLedger({
    accountId,
    ...(input.ProductId !== undefined && { productId: productId(input.ProductId) }),
    ...(input.ReferenceId !== undefined && { reference: input.ReferenceId }),
    ...(referenceKind && { referenceKind }),
    ...(input.StartTimeStamp !== undefined && { fromAt: millis(input.StartTimeStamp) }),
    ...(input.EndTimeStamp !== undefined && { untilAt: millis(input.EndTimeStamp + 1) }),
    startIndex: isFiltered ? 0 : startIndex,
    limit: isFiltered ? scanMax : limit,
  });
  const rows = await services.engine.read((view) =>
    lines.map((line) => toTransactionRow(line, accountId, view)),
  );
  return isFiltered ? rows.filter(matches).slice(startIndex, startIndex + limit) : rows;
}
