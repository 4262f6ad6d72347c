import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { AnswerOf } from '../../request.ts';
import { readGenericAnswer } from '../../wire/generic-answer.ts';
import { WireRow } from '../../wire/wire-row.ts';

export const sides = { buy: 0, sell: 1 } as const;
export type Side = keyof typeof sides;

/** A market order. Amounts are decimal text. */
export type MarketOrder = {
  readonly instrumentId: number;
  readonly accountId: number;
  readonly side: Side;
  /** How much of the quote product, for both sides. */
  readonly value: string;
  /** How much of the base product, in whole increments. On a sale it takes precedence over `value`. */
  readonly quantity?: string;
  /** The worst acceptable price, a multiple of the price increment. */
  readonly limitPrice: string;
  /** Client-generated id by which the order is found again when its answer is lost. */
  readonly clientOrderId: number;
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
        (order) => ({
          ...marketOrderFields(order),
          Value: order.value,
          Quantity: order.quantity,
          LimitPrice: order.limitPrice,
        }),
        readOrderAnswer,
        withKey,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['OrderTickets', 'Instruments', { type: 'Product', id: 'positions' }],
    }),
    /**
     * Makes sure that an order whose answer was lost cannot be executed from now on.
     *
     * Sends an order worth nothing under the same key. The exchange rejects it and stores the rejection under that key,
     * so that the lost request is refused if it still arrives. When the lost request arrived first, the answer is HTTP
     * status 409.
     *
     * Returns whether the answer is that rejection: a server that failed has stored nothing under the key.
     */
    barOrder: build.mutation<boolean, MarketOrder>({
      ...omsCall(
        'SendOrder',
        (order) => ({ ...marketOrderFields(order), Value: '0' }),
        (answer) => readOrderAnswer(answer).message === worthNothing,
        withKey,
      ),
      extraOptions: { keepsRefusal: true },
    }),
  }),
});

export const { useSendOrderMutation, useBarOrderMutation } = injected;

/** The exchange's message for rejecting an order worth nothing. */
const worthNothing = 'Invalid_Quantity';

/** The fields that both orders of one key have in common. */
function marketOrderFields({ instrumentId, accountId, side, clientOrderId }: MarketOrder) {
  return {
    InstrumentId: instrumentId,
    AccountId: accountId,
    OrderType: 1,
    TimeInForce: 1,
    Side: sides[side],
    ClientOrderId: clientOrderId,
  };
}

function withKey({ clientOrderId }: MarketOrder) {
  return { headers: { 'idempotency-key': `swap-${clientOrderId}` } };
}

/** Reads the outcome of an order. */
export function readOrderAnswer(answer: AnswerOf<'SendOrder'>): OrderAnswer {
  const row = new WireRow(answer);
  const { message, detail } = readGenericAnswer(answer);
  return {
    isAccepted: row.textOr('status', null) === 'Accepted',
    orderId: row.integerOr('OrderId', 0) || null,
    message: message ?? detail,
  };
}
