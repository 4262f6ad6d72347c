import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import type { RowOf } from '../request.ts';
import { eachRow } from '../wire/wire-row.ts';

/** One posting on the customer's position. Amounts are decimal text, never negative. */
export type AccountTransaction = {
  readonly transactionId: number;
  readonly referenceId: number;
  readonly productId: number;
  readonly credited: string;
  readonly debited: string;
  readonly balance: string;
  readonly transactionType: string;
  readonly referenceType: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountTransactions: build.query<AccountTransaction[], { accountId: number }>({
      ...omsCall(
        'GetAccountTransactions',
        ({ accountId }) => ({ AccountId: accountId }),
        eachRow(readTransaction),
      ),
      providesTags: [{ type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useGetAccountTransactionsQuery } = injected;

function readTransaction(row: RowOf<'GetAccountTransactions'>): AccountTransaction {
  return {
    transactionId: row.integer('TransactionId'),
    referenceId: row.integer('ReferenceId'),
    productId: row.integer('ProductId'),
    credited: row.decimal('CR'),
    debited: row.decimal('DR'),
    balance: row.decimal('Balance'),
    transactionType: row.text('TransactionType'),
    referenceType: row.text('ReferenceType'),
    at: row.integer('TimeStamp'),
  };
}
