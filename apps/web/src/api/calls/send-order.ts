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
  /** The worst price to trade at, a multiple of the price increment. */
  readonly limitPrice: string;
  /** A number of the customer's side, by which the order is found again when its answer is lost. */
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
     * Makes sure that an order whose answer was lost is not carried out from now on.
     *
     * Sends an order worth nothing under the same key. The exchange rejects it and keeps the rejection under that key, so that the
     * lost request, should it still arrive, is refused. When the lost request came first, the answer is HTTP status 409.
     *
     * Gives whether that rejection is the answer: a server that failed has kept nothing under the key.
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

/** How the exchange rejects an order worth nothing. */
const worthNothing = 'Invalid_Quantity';

/** What both orders of one key have in common. */
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
