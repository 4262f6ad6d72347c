import { api } from '../../api.ts';
import { omsCall } from '../../request.ts';
import type { MarketSide } from '../../records/market-rows.ts';
import { readOrderAnswer, sides } from './send-order.ts';
import type { OrderAnswer } from './send-order.ts';

export type OrderType =
  'Limit' | 'Market' | 'StopLimit' | 'StopMarket' | 'TrailingStopLimit' | 'TrailingStopMarket';
/** GTC rests until it is cancelled, GTD until its expiry; IOC trades what it can at once; FOK trades all or nothing. */
export type TimeInForce = 'GTC' | 'GTD' | 'IOC' | 'FOK';
/** The price that a stop watches. */
export type Trigger = 'Last' | 'Bid' | 'Ask';

/** An order of any type. Amounts are decimal text. */
export type NewOrder = {
  readonly instrumentId: number;
  readonly accountId: number;
  /** Idempotency key: resending the same order returns the first outcome instead of placing a second order. */
  readonly clientOrderId: number;
  readonly side: MarketSide;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly quantity?: string;
  /** How much of the quote product to trade, in place of the quantity. Market orders only. */
  readonly value?: string;
  readonly price?: string;
  readonly stopPrice?: string;
  readonly trailingAmount?: string;
  readonly limitOffset?: string;
  readonly trigger?: Trigger;
  /** The part of the quantity that other traders see. */
  readonly display?: string;
  /** When a GTD order expires, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** The open order that this one forms an OCO pair with: executing one cancels the other. */
  readonly ocoOrderId?: number;
};

const injected = api.injectEndpoints({
  endpoints: (build) => ({
    placeOrder: build.mutation<OrderAnswer, NewOrder>({
      ...omsCall(
        'SendOrder',
        (order) => ({ AccountId: order.accountId, ...toWireOrder(order) }),
        readOrderAnswer,
      ),
      extraOptions: { keepsRefusal: true },
      invalidatesTags: ['OrderTickets', { type: 'Product', id: 'positions' }],
    }),
  }),
});

export const { usePlaceOrderMutation } = injected;

/** Converts an order to its wire format. */
export function toWireOrder(order: Omit<NewOrder, 'accountId'>) {
  return {
    InstrumentId: order.instrumentId,
    ClientOrderId: order.clientOrderId,
    Side: sides[order.side],
    OrderType: order.orderType,
    TimeInForce: order.timeInForce,
    Quantity: order.quantity,
    Value: order.value,
    LimitPrice: order.price,
    StopPrice: order.stopPrice,
    TrailingAmount: order.trailingAmount,
    LimitOffset: order.limitOffset,
    PegPriceType: order.trigger,
    PostOnly: order.isPostOnly || undefined,
    UseDisplayQuantity: order.display === undefined ? undefined : true,
    DisplayQuantity: order.display,
    ExpireTime: order.expiresAt,
    OrderIdOCO: order.ocoOrderId,
  };
}
