import type { WireValue } from '@salar/client/lossless-json';
import { api } from '../../api.ts';
import { multiply } from '../../../money/decimal.ts';
import { omsCall } from '../../request.ts';
import { WireRow } from '../../wire/wire-row.ts';
import { sides } from './send-order.ts';
import type { Side } from './send-order.ts';

export type OrderFeeRequest = {
  readonly accountId: number;
  readonly instrumentId: number;
  readonly price: string;
  readonly quantity: string;
  readonly side: Side;
  /** `maker` for an order that rests in the book. Defaults to the fee of a market order, which takes. */
  readonly role?: 'maker' | 'taker';
};

/** Fees are charged in the product received: the base for a buy, the quote for a sale. */
export type OrderFee = {
  readonly fee: string;
  readonly productId: number | null;
  /** The amount received, before the fee, that the fee is proportional to. */
  readonly received: string;
};

const orderFee = omsCall(
  'GetOrderFee',
  ({ accountId, instrumentId, price, quantity, side, role = 'taker' }: OrderFeeRequest) => ({
    AccountId: accountId,
    InstrumentId: instrumentId,
    Price: price,
    Quantity: quantity,
    OrderType: role === 'maker' ? 2 : 1,
    MakerTaker: 'Maker',
    Side: sides[side],
  }),
  (answer) => {
    const row = new WireRow(answer);
    return { fee: row.decimal('OrderFee'), productId: row.integerOr('ProductId', 0) || null };
  },
);

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    getOrderFee: build.query<OrderFee, OrderFeeRequest>({
      ...orderFee,
      transformResponse: (answer: WireValue, _meta: unknown, { price, quantity, side }: OrderFeeRequest) => ({
        ...orderFee.transformResponse(answer),
        received: side === 'buy' ? quantity : multiply(price, quantity),
      }),
    }),
  }),
});

export const { useGetOrderFeeQuery } = injected;
