/** Subscriptions of the socket and their events (wire-protocol 17). */
import { side, timeInForce, orderType, pegPriceType, sessionReason, sessionStatus } from './enumerations.ts';
import type { Fields } from './filled-world.ts';
import { emptyList, int, is, iso, num, object, oneOf, ours, text } from './matchers.ts';
import type { Matcher } from './matchers.ts';
import * as shared from './objects.ts';

export type SubscriptionRow = {
  readonly name: string;
  readonly unsubscribe: string;
  readonly payload: Fields;
  readonly reply: Matcher;
  readonly goodbye: Matcher;
  /** Empty for a subscription that never sends events. */
  readonly events: readonly string[];
  readonly isPublic: boolean;
};

const subscribed = object({ Subscribed: is(true), Subscribe: is(true) });
const unsubscribed = object({ UnSubscribed: is(true) });
const market = { OMSId: 1, InstrumentId: 1 };

const marketRow = (subject: string, payload: Fields, reply: Matcher, ...events: readonly string[]) => ({
  name: `Subscribe${subject}`,
  unsubscribe: `Unsubscribe${subject}`,
  payload: { ...market, ...payload },
  reply,
  goodbye: shared.done,
  events,
  isPublic: true,
});

/** The events of a subscription to an account, in the order of the protocol. */
export const accountEvents: Readonly<Record<string, Matcher>> = {
  AccountPositionEvent: shared.position,
  OrderStateEvent: shared.order,
  OrderTradeEvent: shared.accountTrade,
  NewOrderRejectEvent: object({
    OMSId: is(1),
    AccountId: int,
    ClientOrderId: int,
    Status: is('Rejected'),
    RejectReason: text,
  }),
  CancelOrderRejectEvent: object({
    OMSId: is(1),
    AccountId: int,
    OrderId: int,
    OrderRevision: int,
    OrderType: orderType,
    InstrumentId: int,
    Status: is('Rejected'),
    RejectReason: text,
  }),
  CancelReplaceOrderRejectEvent: object({
    OMSId: is(1),
    AccountId: int,
    OrderId: int,
    ClientOrderId: int,
    LimitPrice: num,
    OrderIdOCO: int,
    OrderType: orderType,
    PegPriceType: pegPriceType,
    OrderIdToReplace: int,
    InstrumentId: int,
    ReferencePrice: num,
    Quantity: num,
    Side: side,
    StopPrice: num,
    TimeInForce: timeInForce,
    Status: is('Rejected'),
    RejectReason: text,
  }),
  MarketStateUpdate: object({
    ExchangeId: int,
    VenueAdapterId: int,
    VenueInstrumentId: int,
    Action: oneOf('Pause', 'Resume', 'Halt', 'ReOpen'),
    PreviousStatus: sessionStatus,
    NewStatus: sessionStatus,
    Reason: ours(sessionReason),
    ExchangeDateTime: iso,
  }),
  PendingDepositUpdate: object({ AccountId: int, AssetId: int, TotalPendingDepositValue: num }),
  DepositEvent: object({ OMSId: is(1), AccountId: int, ProductId: int, Quantity: num, SubAccountId: is(0) }),
  DepositTicketUpdateEvent: shared.depositTicket,
  WithdrawTicketUpdateEvent: shared.withdrawTicket,
  TransactionEvent: shared.transaction,
  AccountInfoUpdateEvent: shared.accountInfo,
  VerificationLevelUpdateEvent: object({ VerificationLevel: int, AccountId: ours(int) }),
};

/** A cancel of all orders is refused only for unknown accounts, which have no subscribers. */
export const neverSent: Readonly<Record<string, Matcher>> = {
  CancelAllOrdersRejectEvent: object({
    OMSId: is(1),
    AccountId: int,
    InstrumentId: int,
    Status: is('Rejected'),
    RejectReason: text,
  }),
};

/** The events of market data. */
export const marketEvents: Readonly<Record<string, Matcher>> = {
  Level1UpdateEvent: shared.level1,
  Level2UpdateEvent: shared.level2Changes,
  TradeDataUpdateEvent: shared.publicTrades,
  TickerDataUpdateEvent: shared.candles,
};

/** The session of the socket ended elsewhere; sent without a subscription. */
export const logoutEvent = { LogoutEvent: object({}) };

export const subscriptionTable: readonly SubscriptionRow[] = [
  marketRow('Level1', {}, shared.level1, 'Level1UpdateEvent'),
  marketRow('Level2', { Depth: 10 }, shared.level2Snapshot, 'Level2UpdateEvent'),
  marketRow('Trades', { IncludeLastCount: 100 }, shared.publicTrades, 'TradeDataUpdateEvent'),
  marketRow('Ticker', { Interval: 60, IncludeLastCount: 100 }, shared.candles, 'TickerDataUpdateEvent'),
  marketRow('BlockTrades', {}, emptyList),
  {
    name: 'SubscribeAccountEvents',
    unsubscribe: 'UnsubscribeAccountEvents',
    payload: { OMSId: 1 },
    reply: subscribed,
    goodbye: unsubscribed,
    events: Object.keys(accountEvents),
    isPublic: false,
  },
  {
    name: 'SubscribeOrderStateEvents',
    unsubscribe: 'UnsubscribeOrderStateEvents',
    payload: { OMSId: 1, InstrumentId: 1 },
    reply: subscribed,
    goodbye: unsubscribed,
    events: ['OrderStateEvent'],
    isPublic: false,
  },
];
