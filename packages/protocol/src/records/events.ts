/**
 * Events: what happened, emitted by the engine while it applies a command.
 *
 * The engine calls an `EventSink` instead of building lists, so that a replay without events costs nothing. The
 * objects passed are plain values that the sink may keep.
 */
import type {
  AccountId,
  InstrumentId,
  Lots,
  Millis,
  Minor,
  OrderId,
  ProductId,
  Sequence,
  Ticks,
  TradeId,
  UserId,
} from '../ids.ts';
import type { OrderTerms, OrderType, Side, StopTerms, TimeInForce } from './order-commands.ts';

export type OrderStatus = 'working' | 'filled' | 'canceled' | 'expired';
/** Reason of an order's state; the wire's ChangeReason. */
export type OrderReason =
  | 'accepted'
  | 'trade'
  | 'user_canceled'
  | 'no_more_market'
  | 'price_collar'
  | 'self_trade'
  | 'below_minimum'
  /** A stop whose condition was met. */
  | 'triggered'
  | 'modified'
  /** Another order replaced it. */
  | 'replaced'
  /** The other half of its pair traded, was triggered, or ended. */
  | 'oco'
  | 'expired'
  /** Post-only, and would have matched when it was triggered. */
  | 'post_only'
  | 'fok_not_filled'
  | 'market_stopped'
  /** The next price of the book is worse than the worst price of a market order. */
  | 'price_limit';

/** An order as stored in history. */
export type OrderRecord = {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  /**
   * Limit price; 0 for orders without one, and for a trailing stop limit until it is triggered. A market order may
   * have one.
   */
  readonly price: Ticks;
  /** As ordered; for a market order by value, the executed quantity. */
  readonly quantity: Lots;
  /** As ordered, quote minor units; 0n unless it is a market order by value. */
  readonly value: Minor;
  readonly executed: Lots;
  readonly notional: Minor;
  readonly clientOrderId: number;
  readonly isQuote: boolean;
  readonly terms: OrderTerms | null;
  readonly stop: StopRecord | null;
  /** The first order of a chain of replacements; null for an order that replaced none. */
  readonly origin: OrderOrigin | null;
  readonly status: OrderStatus;
  readonly reason: OrderReason;
  readonly receivedAt: Millis;
  readonly updatedAt: Millis;
};

export type StopRecord = StopTerms & {
  /** The current stop price; equals `stopPrice` unless trailing. */
  readonly currentStop: Ticks;
  /** False once it has been triggered. */
  readonly isWaiting: boolean;
};
export type OrderOrigin = { readonly orderId: OrderId; readonly clientOrderId: number };

export type Trade = {
  readonly tradeId: TradeId;
  readonly sequence: Sequence;
  readonly at: Millis;
  readonly instrumentId: InstrumentId;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Quote minor units, rounded down, the same for both sides. */
  readonly notional: Minor;
  readonly takerSide: Side;
  readonly taker: TradeSide;
  readonly maker: TradeSide;
};
export type TradeSide = {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly clientOrderId: number;
  readonly orderType: OrderType;
  /** Minor units of the product this side received, already deducted; negative for a rebate, already added. */
  readonly fee: Minor;
  /** The remainder of the order after this trade. */
  readonly remaining: Lots;
};

export type PostingKind = 'deposit' | 'withdrawal' | 'trade' | 'fee' | 'transfer';
/** One signed line of a ledger entry. The lines of one command sum to zero per product. */
export type Posting = {
  readonly sequence: Sequence;
  readonly at: Millis;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  /** The position's total right after this line. */
  readonly balance: Minor;
  readonly kind: PostingKind;
  /** Trade id for trades, ticket id for deposits and withdrawals, 0 for transfers. */
  readonly reference: number;
  /** The kind of posting that a fee belongs to; equals `kind` for other lines. */
  readonly referenceKind: Exclude<PostingKind, 'fee'>;
  /** The account on the other side. */
  readonly counterparty: AccountId;
};

export interface EventSink {
  /**
   * Called when an order rests or waits, and for every change to it while it does: a trade, a trigger, a reduction.
   * A moving stop price is not emitted. An iceberg order is emitted with each part taken.
   */
  orderWorking(order: OrderRecord): void;
  /** Called exactly once per order, when it has ended: filled, canceled or expired. */
  orderClosed(order: OrderRecord): void;
  trade(trade: Trade): void;
  posting(posting: Posting): void;
}

/** Ignores all events: for replays and measurements. */
export const silentSink: EventSink = { orderWorking() {}, orderClosed() {}, trade() {}, posting() {} };
