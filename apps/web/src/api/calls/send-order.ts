import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import { WireRow } from '../wire/wire-row.ts';

export const sides = { buy: 0, sell: 1 } as const;
export type Side = keyof typeof sides;

/** A market order. Amounts are decimal text. */
export type MarketOrder = {
  readonly instrumentId: number;
  readonly accountId: number;
  readonly side: Side;
  /** How much of the quote product, for both sides. */
  readonly value: string;
  /** How much of the base product, in whole increments. When a sale carries it, it rules over `value`. */
  readonly quantity?: string;
};

export type OrderAnswer = {
  readonly isAccepted: boolean;
  readonly orderId: number | null;
  readonly message: string | null;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    sendOrder: build.mutation<OrderAnswer, MarketOrder>({
      query: ({ instrumentId, accountId, side, value, quantity }) =>
        omsCall('SendOrder', {
          InstrumentId: instrumentId,
          AccountId: accountId,
          OrderType: 1,
          TimeInForce: 1,
          Side: sides[side],
          Value: value,
          ...(quantity === undefined ? {} : { Quantity: quantity }),
        }),
      extraOptions: { keepsRefusal: true },
      transformResponse: (answer) => readOrderAnswer(new WireRow(answer)),
      invalidatesTags: ['OrderTickets', 'Instruments', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useSendOrderMutation } = injected;

/** What became of an order that was sent. */
export function readOrderAnswer(row: WireRow): OrderAnswer {
  return {
    isAccepted: row.textOr('status', null) === 'Accepted',
    orderId: row.integerOr('OrderId', 0) || null,
    message: row.textOr('errormsg', null) || row.textOr('detail', null) || null,
  };
}
