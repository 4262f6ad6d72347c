/** An order while it is being typed: what each type asks for, and what is sent once it is complete. */
import type { NewOrder, OrderType, TimeInForce, Trigger } from '../../../api/calls/place-order.ts';
import type { MarketSide } from '../../../api/records/market-rows.ts';

export const orderTypes: readonly OrderType[] = [
  'Limit',
  'Market',
  'StopLimit',
  'StopMarket',
  'TrailingStopLimit',
  'TrailingStopMarket',
];
export const timesInForce: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];
export const triggers: readonly Trigger[] = ['Last', 'Bid', 'Ask'];

/** The amounts an order may have, by the names of their fields. */
export type AmountName =
  'stopPrice' | 'trailingAmount' | 'limitOffset' | 'price' | 'quantity' | 'value' | 'display';

export type OrderDraft = {
  readonly side: MarketSide;
  readonly orderType: OrderType;
  /** The texts of the fields as typed; in a read draft (`readDraft`) plain decimal text, empty where there is no amount. */
  readonly amounts: Readonly<Record<AmountName, string>>;
  /** A market order goes by what is traded, or by what is paid or received. */
  readonly measure: 'quantity' | 'value';
  readonly timeInForce: TimeInForce;
  readonly isPostOnly: boolean;
  readonly isIceberg: boolean;
  readonly trigger: Trigger;
};

const noAmounts: Readonly<Record<AmountName, string>> = {
  stopPrice: '',
  trailingAmount: '',
  limitOffset: '',
  price: '',
  quantity: '',
  value: '',
  display: '',
};

export const emptyDraft: OrderDraft = {
  side: 'buy',
  orderType: 'Limit',
  amounts: noAmounts,
  measure: 'quantity',
  timeInForce: 'GTC',
  isPostOnly: false,
  isIceberg: false,
  trigger: 'Last',
};

/** After an order was placed: its amounts are gone, its kind stays for the next one. */
export function withoutAmounts(draft: OrderDraft): OrderDraft {
  return { ...draft, amounts: { ...noAmounts, price: draft.amounts.price } };
}

/** It waits outside the book until a price is reached. */
export function isStop({ orderType }: Pick<OrderDraft, 'orderType'>): boolean {
  return orderType !== 'Limit' && orderType !== 'Market';
}

export function isTrailing({ orderType }: Pick<OrderDraft, 'orderType'>): boolean {
  return orderType === 'TrailingStopMarket' || orderType === 'TrailingStopLimit';
}

/** It names the worst price it trades at, itself or by its offset. */
export function hasLimit({ orderType }: Pick<OrderDraft, 'orderType'>): boolean {
  return orderType === 'Limit' || orderType === 'StopLimit' || orderType === 'TrailingStopLimit';
}

/** It can rest in the book without being sent back at once. */
export function canRest({ orderType, timeInForce }: OrderDraft): boolean {
  return hasLimit({ orderType }) && timeInForce === 'GTC';
}

/** Only a plain limit order that stays can promise not to take; only it can show a part of itself. */
export function canBePostOnly(draft: OrderDraft): boolean {
  return draft.orderType === 'Limit' && draft.timeInForce === 'GTC';
}

/** The amounts that the draft asks for, in the order of their fields. */
export function amountsOf(draft: OrderDraft): readonly AmountName[] {
  const byType: Readonly<Record<OrderType, readonly AmountName[]>> = {
    Limit: ['price'],
    Market: [],
    StopLimit: ['stopPrice', 'price'],
    StopMarket: ['stopPrice'],
    TrailingStopLimit: ['trailingAmount', 'limitOffset'],
    TrailingStopMarket: ['trailingAmount'],
  };
  const measure = draft.orderType === 'Market' ? draft.measure : 'quantity';
  const display: readonly AmountName[] = draft.isIceberg && canBePostOnly(draft) ? ['display'] : [];
  return [...byType[draft.orderType], measure, ...display];
}

/** Returns an amount of a read draft as plain decimal text, empty where there is none. */
export function amountOf(draft: OrderDraft, name: AmountName): string {
  return amountsOf(draft).includes(name) ? draft.amounts[name] : '';
}

/** What is sent. Only what the type asks for goes along. */
export function toNewOrder(
  draft: OrderDraft,
  owner: Pick<NewOrder, 'instrumentId' | 'accountId' | 'clientOrderId'>,
): NewOrder {
  const amounts = Object.fromEntries(amountsOf(draft).map((name) => [name, amountOf(draft, name)]));
  return {
    ...owner,
    side: draft.side,
    orderType: draft.orderType,
    timeInForce: draft.orderType === 'Market' ? 'GTC' : draft.timeInForce,
    isPostOnly: draft.isPostOnly && canBePostOnly(draft),
    ...(isStop(draft) ? { trigger: draft.trigger } : {}),
    ...amounts,
  };
}
