/** An order while it is being typed: the fields of each type, and the request once it is complete. */
import type { NewOrder, OrderType, TimeInForce, Trigger } from '../../../api/calls/orders/place-order.ts';
import type { MarketSide } from '../../../api/records/market-rows.ts';

/** The choices of the form: the types of a single order, and the pair of a limit order and a stop. */
export type DraftType = OrderType | 'OCO';

export const orderTypes: readonly DraftType[] = [
  'Limit',
  'Market',
  'StopLimit',
  'StopMarket',
  'OCO',
  'TrailingStopLimit',
  'TrailingStopMarket',
];
export const triggers: readonly Trigger[] = ['Last', 'Bid', 'Ask'];

/** The amounts an order may have, by the names of their fields. */
export type AmountName =
  | 'stopPrice'
  /** The limit price of a pair's stop. */
  | 'stopLimit'
  | 'trailingAmount'
  | 'limitOffset'
  | 'price'
  | 'quantity'
  | 'value'
  | 'display';

export type OrderDraft = {
  readonly side: MarketSide;
  readonly orderType: DraftType;
  /** The texts of the fields as typed; in a read draft (`readDraft`) plain decimal text, empty where there is no amount. */
  readonly amounts: Readonly<Record<AmountName, string>>;
  /** Whether a market order is sized by the quantity traded or by the value paid or received. */
  readonly measure: 'quantity' | 'value';
  /** As chosen. `getTimeInForce` is sent, because not every type has every choice. */
  readonly timeInForce: TimeInForce;
  /** When a GTD order expires, in milliseconds since 1970; null while no complete moment is typed. */
  readonly expiresAt: number | null;
  /** The order that a pair's stop becomes when it is triggered. */
  readonly pairStop: 'StopMarket' | 'StopLimit';
  readonly isPostOnly: boolean;
  readonly isIceberg: boolean;
  readonly trigger: Trigger;
};

/** A draft of one order; an open order is edited as one. */
export type SingleDraft = OrderDraft & { readonly orderType: OrderType };

const noAmounts: Readonly<Record<AmountName, string>> = {
  stopPrice: '',
  stopLimit: '',
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
  expiresAt: null,
  pairStop: 'StopMarket',
  isPostOnly: false,
  isIceberg: false,
  trigger: 'Last',
};

/** Returns the draft after an order was placed: without amounts, but with the type for the next one. */
export function withoutAmounts(draft: OrderDraft): OrderDraft {
  return { ...draft, amounts: { ...noAmounts, price: draft.amounts.price } };
}

/** Whether the order waits outside the book until a price is reached. */
export function isStop({ orderType }: Pick<OrderDraft, 'orderType'>): boolean {
  return orderType !== 'Limit' && orderType !== 'Market';
}

export function isTrailing({ orderType }: Pick<OrderDraft, 'orderType'>): boolean {
  return orderType === 'TrailingStopMarket' || orderType === 'TrailingStopLimit';
}

/** Whether the order names the worst price it trades at, directly or by its offset. */
export function hasLimit({ orderType }: Pick<OrderDraft, 'orderType'>): boolean {
  return (
    orderType === 'Limit' ||
    orderType === 'OCO' ||
    orderType === 'StopLimit' ||
    orderType === 'TrailingStopLimit'
  );
}

/** Returns the choices of how long an order of this type stays; none for a market order, which never does. */
export function listTimesInForce({ orderType }: Pick<OrderDraft, 'orderType'>): readonly TimeInForce[] {
  if (orderType === 'Market') return [];
  return hasLimit({ orderType }) && orderType !== 'OCO' ? ['GTC', 'GTD', 'IOC', 'FOK'] : ['GTC', 'GTD'];
}

/** Returns how long the order stays: as chosen, if its type has that choice, else until it is canceled. */
export function getTimeInForce(draft: OrderDraft): TimeInForce {
  return listTimesInForce(draft).includes(draft.timeInForce) ? draft.timeInForce : 'GTC';
}

/** Only a plain limit order that stays until it is canceled can promise not to take. */
export function canBePostOnly(draft: OrderDraft): boolean {
  return draft.orderType === 'Limit' && draft.timeInForce === 'GTC';
}

/** Only a plain limit order that can rest in the book can show a part of itself. */
export function canBeIceberg(draft: OrderDraft): boolean {
  return draft.orderType === 'Limit' && (draft.timeInForce === 'GTC' || draft.timeInForce === 'GTD');
}

/** Lists the amounts that the draft requires, in the order of their fields. */
export function listAmounts(draft: OrderDraft): readonly AmountName[] {
  const byType: Readonly<Record<DraftType, readonly AmountName[]>> = {
    Limit: ['price'],
    Market: [],
    StopLimit: ['stopPrice', 'price'],
    StopMarket: ['stopPrice'],
    OCO: draft.pairStop === 'StopLimit' ? ['price', 'stopPrice', 'stopLimit'] : ['price', 'stopPrice'],
    TrailingStopLimit: ['trailingAmount', 'limitOffset'],
    TrailingStopMarket: ['trailingAmount'],
  };
  const measure = draft.orderType === 'Market' ? draft.measure : 'quantity';
  const display: readonly AmountName[] = draft.isIceberg && canBeIceberg(draft) ? ['display'] : [];
  return [...byType[draft.orderType], measure, ...display];
}

/** Returns an amount of a read draft as plain decimal text, empty where the field has no amount. */
export function getAmount(draft: OrderDraft, name: AmountName): string {
  return listAmounts(draft).includes(name) ? draft.amounts[name] : '';
}

type Owner = Pick<NewOrder, 'instrumentId' | 'accountId' | 'clientOrderId'>;

/** Builds the request, with only the fields of the order's type. */
export function toNewOrder(draft: SingleDraft, owner: Owner): NewOrder {
  const amounts = Object.fromEntries(listAmounts(draft).map((name) => [name, getAmount(draft, name)]));
  const timeInForce = getTimeInForce(draft);
  return {
    ...owner,
    side: draft.side,
    orderType: draft.orderType,
    timeInForce,
    ...(timeInForce === 'GTD' && draft.expiresAt !== null ? { expiresAt: draft.expiresAt } : {}),
    isPostOnly: draft.isPostOnly && canBePostOnly(draft),
    ...(isStop(draft) ? { trigger: draft.trigger } : {}),
    ...amounts,
  };
}

/**
 * Returns what is sent, in its order: one order, or the two of a pair. The stop of a pair goes first, because it can only wait. The limit
 * order names it, so that nothing of the pair trades before both are linked.
 *
 * @param nextOwner  called once for each order, because each has a client order id of its own
 */
export function toNewOrders(draft: OrderDraft, nextOwner: () => Owner): readonly NewOrder[] {
  return toLegs(draft).map((leg) => toNewOrder(leg, nextOwner()));
}

/** Returns the single orders of a draft: itself, or the stop and the limit order of a pair. */
function toLegs(draft: OrderDraft): readonly SingleDraft[] {
  const { orderType, amounts, pairStop } = draft;
  if (orderType !== 'OCO') return [{ ...draft, orderType }];
  const plain = { ...draft, timeInForce: getTimeInForce(draft), isPostOnly: false, isIceberg: false };
  return [
    { ...plain, orderType: pairStop, amounts: { ...amounts, price: amounts.stopLimit } },
    { ...plain, orderType: 'Limit' },
  ];
}
