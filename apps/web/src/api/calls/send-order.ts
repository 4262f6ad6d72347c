import { api } from '../api.ts';
import { omsCall } from '../request.ts';
import type { AnswerOf } from '../request.ts';
import { readGenericAnswer } from '../wire/generic-answer.ts';
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
      ...omsCall(
        'SendOrder',
        ({ instrumentId, accountId, side, value, quantity }) => ({
          InstrumentId: instrumentId,
          AccountId: accountId,
          OrderType: 1,
          TimeInForce: 1,
          Side: sides[side],
          Value: value,
          Quantity: quantity,
        }),
        readOrderAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['OrderTickets', 'Instruments', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { useSendOrderMutation } = injected;

/** What became of an order that was sent. */
export function readOrderAnswer(answer: AnswerOf<'SendOrder'>): OrderAnswer {
  const row = new WireRow(answer);
  const { message, detail } = readGenericAnswer(answer);
  return {
    isAccepted: row.textOr('status', null) === 'Accepted',
    orderId: row.integerOr('OrderId', 0) || null,
    message: message ?? detail,
  };
}
