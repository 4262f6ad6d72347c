/**
 * Events: what happened, told by the engine while it applies a command.
 *
 * The engine calls an `EventSink` instead of building lists, so that a replay that needs no events costs nothing.
 * The objects handed over are plain values that the sink may keep.
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
import type { OrderTerms, OrderType, Side, StopTerms, TimeInForce } from './commands.ts';

export type OrderStatus = 'working' | 'filled' | 'canceled' | 'expired';
/** Why an order is as it is; the wire's ChangeReason. */
export type OrderReason =
  | 'accepted'
  | 'trade'
  | 'user_canceled'
  | 'no_more_market'
  | 'price_collar'
  | 'self_trade'
  | 'below_minimum'
  /** A stop whose condition came true. */
  | 'triggered'
  | 'modified'
  /** Another order stands in its place. */
  | 'replaced'
  /** The other half of its pair traded, was triggered, or ended. */
  | 'oco'
  | 'expired'
  /** Post-only, and would have taken when its trigger came. */
  | 'post_only'
  | 'fok_not_filled'
  | 'market_stopped'
  /** The next price of the book is worse than the one that a market order named. */
  | 'price_limit';

/** An order as the history keeps it. */
export type OrderRecord = {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  /** Limit price; 0 for orders that have none, and for a trailing stop limit until its trigger. A market order may have one. */
  readonly price: Ticks;
  /** As asked; for a market order by value, what was worked out (the quantity executed). */
  readonly quantity: Lots;
  /** As asked, quote minor units; 0n unless it was a market order by value. */
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
  /** Where the stop price stands now; equals `stopPrice` unless trailing. */
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
  /** Minor units of the product this side received, already taken off; below zero is a rebate, already added. */
  readonly fee: Minor;
  /** Left on the order after this trade. */
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
  /** What a fee belongs to; equals `kind` for other lines. */
  readonly referenceKind: Exclude<PostingKind, 'fee'>;
  /** The account on the other side. */
  readonly counterparty: AccountId;
};

export interface EventSink {
  /**
   * An order started to rest or to wait, or changed while it does: it traded, was triggered and rests, was lowered. A stop
   * price that follows the market is not told. Called for each change, so an order that shows a part at a time is told
   * with each part taken.
   */
  orderWorking(order: OrderRecord): void;
  /** An order reached its end: filled, canceled or expired. Called exactly once for each order. */
  orderClosed(order: OrderRecord): void;
  trade(trade: Trade): void;
  posting(posting: Posting): void;
}

/** Hears nothing: for replays and measurements. */
export const silentSink: EventSink = { orderWorking() {}, orderClosed() {}, trade() {}, posting() {} };
