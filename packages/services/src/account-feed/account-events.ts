/** Events of an account that its customer may receive. */
import type { EngineView, Product } from '@salar/engine';
import type {
  CancelAllOrders,
  CancelOrder,
  InstrumentId,
  InstrumentState,
  MarketCause,
  Millis,
  Minor,
  OrderRecord,
  PlaceOrder,
  Posting,
  ReplaceOrder,
  ReplaceOrderRefusal,
  Ticks,
  Trade,
} from '@salar/protocol';
import type { Position } from '../accounts/position-service.ts';
import type { LedgerLine } from '../ports/history.ts';
import type { TicketComment } from '../tickets/ticket-comments.ts';
import type { DepositTicket, WithdrawTicket } from '../tickets/ticket-types.ts';

/** A trade of the account, with the price of the trade before it on the instrument. */
export type OwnTrade = { readonly trade: Trade; readonly priceBefore: Ticks | undefined };
/** A command about orders that the engine refused. */
export type RefusedCommand = {
  readonly command: PlaceOrder | CancelOrder | ReplaceOrder | CancelAllOrders;
  readonly refusal: ReplaceOrderRefusal;
};
export type MarketStateChange = {
  readonly instrumentId: InstrumentId;
  readonly before: InstrumentState;
  readonly state: InstrumentState;
  readonly cause: MarketCause;
  readonly at: Millis;
};

/** A changed ticket with the customer's comments on it. */
export type TicketEvent = { readonly comments: readonly TicketComment[] } & (
  | { readonly kind: 'deposit_ticket'; readonly ticket: DepositTicket }
  | { readonly kind: 'withdraw_ticket'; readonly ticket: WithdrawTicket }
);

export type AccountEvent =
  | ({ readonly kind: 'trade' } & OwnTrade)
  | { readonly kind: 'order'; readonly order: OrderRecord }
  | { readonly kind: 'position'; readonly position: Position }
  | ({ readonly kind: 'refused' } & RefusedCommand)
  | ({ readonly kind: 'market_state' } & MarketStateChange)
  | { readonly kind: 'credited'; readonly posting: Posting }
  | { readonly kind: 'pending_deposits'; readonly product: Product; readonly amount: Minor }
  | TicketEvent
  | { readonly kind: 'posting'; readonly line: LedgerLine }
  | { readonly kind: 'account'; readonly level: number; readonly locked: boolean }
  | { readonly kind: 'level'; readonly level: number };

/**
 * Must return quickly: the other listeners of the account wait for it.
 *
 * @param event  a durable event
 * @param view  the engine as decided, to write the event with; it may be ahead of the event and of the disk
 */
export type AccountListener = (event: AccountEvent, view: EngineView) => void;
