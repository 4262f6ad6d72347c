/**
 * Commands: everything that can change money or orders, as a closed union.
 *
 * A command is what the journal keeps. It carries resolved ids and whole numbers only; time and sequence are stamped
 * by the sequencer. The engine answers each with an outcome from `outcomes.ts`.
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
  TicketId,
  Ticks,
  UserId,
} from '../ids.ts';

export type Side = 'buy' | 'sell';
export type TimeInForce = 'gtc' | 'ioc' | 'fok';
export type ProductKind = 'crypto' | 'fiat';
export type AccountKind = 'customer' | 'house';
/** `running` trades; `cancel_only` takes cancels only; `halted` takes nothing but cancels and shows a frozen book. */
export type InstrumentState = 'running' | 'cancel_only' | 'halted';

export type DefineProduct = {
  readonly type: 'DefineProduct';
  readonly productId: ProductId;
  readonly symbol: string;
  readonly name: string;
  readonly kind: ProductKind;
  readonly decimals: number;
};

export type DefineInstrument = {
  readonly type: 'DefineInstrument';
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly baseProductId: ProductId;
  readonly quoteProductId: ProductId;
  /** Quote minor units per whole base unit that one tick is worth. BTCUSDT at 0.01 and 6 decimals: 10000. */
  readonly tickSize: Minor;
  /** Base minor units in one lot. BTC at 0.00001 and 8 decimals: 1000. */
  readonly lotSize: Minor;
  readonly quantityMin: Lots;
  /** Quote minor units an order must be worth at least. */
  readonly notionalMin: Minor;
};

export type DefineFeeSchedule = {
  readonly type: 'DefineFeeSchedule';
  readonly instrumentId: InstrumentId;
  /** Millionths of the product received: 2000 is 0.2 %. */
  readonly makerPpm: number;
  readonly takerPpm: number;
};

export type DefineLevel = {
  readonly type: 'DefineLevel';
  readonly level: number;
  /** Withdrawals allowed per UTC day, in minor units of the notional product (COP); null is unlimited. */
  readonly dailyLimit: Minor | null;
  /** The same per UTC month. */
  readonly monthlyLimit: Minor | null;
};

export type SetReferencePrice = {
  readonly type: 'SetReferencePrice';
  readonly productId: ProductId;
  /** Minor units of the notional product (COP) for one whole unit of `productId`. */
  readonly price: Minor;
};

export type SetInstrumentState = {
  readonly type: 'SetInstrumentState';
  readonly instrumentId: InstrumentId;
  readonly state: InstrumentState;
};

/** Stops or allows new withdrawals of one product (kill switch, security rule W5). */
export type SetProductHalt = {
  readonly type: 'SetProductHalt';
  readonly productId: ProductId;
  readonly halted: boolean;
};

export type OpenAccount = {
  readonly type: 'OpenAccount';
  readonly accountId: AccountId;
  readonly kind: AccountKind;
};
export type SetAccountLevel = {
  readonly type: 'SetAccountLevel';
  readonly accountId: AccountId;
  readonly level: number;
};
export type SetAccountLock = {
  readonly type: 'SetAccountLock';
  readonly accountId: AccountId;
  readonly locked: boolean;
};

export type CreditDeposit = {
  readonly type: 'CreditDeposit';
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  /** Network, transaction and position in its receipt: a second credit with the same key repeats the first outcome. */
  readonly key: string;
  readonly ticketId: TicketId;
};

/** A transfer out of a house account; `key` makes it happen once. Customers never transfer by this command. */
export type TransferFunds = {
  readonly type: 'TransferFunds';
  readonly sourceAccountId: AccountId;
  readonly targetAccountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
  readonly key: string;
};

export type HoldWithdrawal = {
  readonly type: 'HoldWithdrawal';
  readonly ticketId: TicketId;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  /** What leaves the position, fee included. */
  readonly amount: Minor;
  readonly fee: Minor;
};
export type SettleWithdrawal = { readonly type: 'SettleWithdrawal'; readonly ticketId: TicketId };
export type ReleaseWithdrawal = { readonly type: 'ReleaseWithdrawal'; readonly ticketId: TicketId };

type OrderBase = {
  readonly type: 'PlaceOrder';
  readonly accountId: AccountId;
  readonly userId: UserId;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  /** 0 is none. Two open orders of one account never share one. */
  readonly clientOrderId: number;
  /** A quote of the house's liquidity: kept out of the history when it ends unfilled. */
  readonly isQuote: boolean;
};
export type PlaceLimitOrder = OrderBase & {
  readonly orderType: 'limit';
  readonly timeInForce: TimeInForce;
  readonly price: Ticks;
  readonly quantity: Lots;
};
/** Exactly one of `quantity` (base lots) and `value` (quote minor units) is above zero; the other is 0n. */
export type PlaceMarketOrder = OrderBase & {
  readonly orderType: 'market';
  readonly timeInForce: 'ioc' | 'fok';
  readonly quantity: Lots;
  readonly value: Minor;
};
export type PlaceOrder = PlaceLimitOrder | PlaceMarketOrder;

export type CancelOrder = {
  readonly type: 'CancelOrder';
  readonly accountId: AccountId;
  readonly orderId: OrderId;
};
/** `instrumentId` 0 cancels on every instrument of the account. */
export type CancelAllOrders = {
  readonly type: 'CancelAllOrders';
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
};

export type Command =
  | DefineProduct
  | DefineInstrument
  | DefineFeeSchedule
  | DefineLevel
  | SetReferencePrice
  | SetInstrumentState
  | SetProductHalt
  | OpenAccount
  | SetAccountLevel
  | SetAccountLock
  | CreditDeposit
  | TransferFunds
  | HoldWithdrawal
  | SettleWithdrawal
  | ReleaseWithdrawal
  | PlaceOrder
  | CancelOrder
  | CancelAllOrders;

/** When and where a command stands in the journal. The engine's only clock. */
export type Stamp = { readonly sequence: Sequence; readonly at: Millis };
