import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { RowOf } from '../../request.ts';
import type { AccountPage } from '../../records/page.ts';
import { readEachRow } from '../../wire/wire-row.ts';

/** One trade from the customer's side. Amounts are decimal text. */
export type AccountTrade = {
  readonly executionId: number;
  readonly orderId: number;
  readonly instrumentId: number;
  readonly side: string;
  readonly quantity: string;
  readonly price: string;
  readonly value: string;
  readonly fee: string;
  readonly feeProductId: number;
  /** `Maker` when the customer's order was resting in the book, otherwise `Taker`. */
  readonly role: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getAccountTrades: build.query<
      AccountTrade[],
      AccountPage & { readonly instrumentId?: number; readonly orderId?: number }
    >({
      ...omsCall(
        'GetAccountTrades',
        ({ accountId, startIndex, limit, instrumentId, orderId }) => ({
          AccountId: accountId,
          StartIndex: startIndex,
          Depth: limit,
          InstrumentId: instrumentId,
          OrderId: orderId,
        }),
        readEachRow(readAccountTrade),
      ),
      providesTags: [{ type: 'OrderTickets', id: 'trades' }],
    }),
  }),
});

export const { useGetAccountTradesQuery } = injected;

function readAccountTrade(row: RowOf<'GetAccountTrades'>): AccountTrade {
  return {
    executionId: row.integer('ExecutionId'),
    orderId: row.integer('OrderId'),
    instrumentId: row.integer('InstrumentId'),
    side: row.text('Side'),
    quantity: row.decimal('Quantity'),
    price: row.decimal('Price'),
    value: row.decimal('Value'),
    fee: row.decimalOr('Fee', '0'),
    feeProductId: row.integerOr('FeeProductId', 0),
    role: row.textOr('MakerTaker', ''),
    at: row.integer('TradeTimeMS'),
  };
}
