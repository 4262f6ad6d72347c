import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import type { WireRow } from '../wire/wire-row.ts';
import { readRows } from '../wire/wire-row.ts';

/** What one account has of one product. Available is `amount` minus `hold`. Decimal text. */
export type Position = {
  readonly productId: number;
  readonly symbol: string;
  readonly amount: string;
  readonly hold: string;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getAccountPositions: build.query<Position[], { accountId: number }>({
      query: ({ accountId }) => omsCall('GetAccountPositions', { AccountId: accountId }),
      transformResponse: (answer) => readRows(answer).map(readPosition),
      providesTags: [{ type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useGetAccountPositionsQuery } = injected;

function readPosition(row: WireRow): Position {
  return {
    productId: row.integer('ProductId'),
    symbol: row.text('ProductSymbol'),
    amount: row.decimal('Amount'),
    hold: row.decimal('Hold'),
  };
}
