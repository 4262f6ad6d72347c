/**
 * Commands: everything that can change money or orders, as a closed union.
 *
 * The journal stores commands. They contain resolved ids and whole numbers only; the sequencer stamps time and
 * sequence. The engine returns an outcome for each; see `outcomes.ts`.
 */
import type { AccountId, InstrumentId, Lots, Millis, Minor, ProductId, Sequence, TicketId } from '../ids.ts';
import type {
  CancelAllOrders,
  CancelOrder,
  ModifyOrder,
  PlaceOrder,
  ReplaceOrder,
} from './order-commands.ts';

export type ProductKind = 'crypto' | 'fiat';
export type AccountKind = 'customer' | 'house';
/**
 * Which orders a market accepts; cancels are accepted in every state. The table is in docs/orders.md.
 *
 * `running` accepts everything. `post_only` accepts orders that rest without trading. `cancel_only` accepts cancels
 * and reductions. `paused` accepts cancels. `stopped` has no open orders: entering it cancels them, and it can be
 * left only for `post_only`.
 */
export type InstrumentState = 'running' | 'cancel_only' | 'paused' | 'stopped' | 'post_only';

/** Why a market is in its state, as customers see it; `none` when no reason was given. Never reordered: the journal has indexes. */
export const marketCauses = [
  'none',
  'maintenance',
  'volatility',
  'prices',
  'network',
  'incident',
  'authority',
  'opening',
] as const;
export type MarketCause = (typeof marketCauses)[number];

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
  /** Value of one tick: quote minor units per whole base unit. BTCUSDT at 0.01 and 6 decimals: 10000. */
  readonly tickSize: Minor;
  /** Base minor units in one lot. BTC at 0.00001 and 8 decimals: 1000. */
  readonly lotSize: Minor;
  readonly quantityMin: Lots;
  /** Minimum value of an order in quote minor units. */
  readonly notionalMin: Minor;
};

export type DefineFeeSchedule = {
  readonly type: 'DefineFeeSchedule';
  readonly instrumentId: InstrumentId;
  /** Millionths of the product received: 2000 is 0.2 %. */
  readonly makerPpm: number;
  readonly takerPpm: number;
};

/** One tier of a fee ladder: what trades cost from this volume on. */
export type FeeTier = {
  /** Minor units of the notional product traded on the 30 UTC days before today; the first tier's is 0n. */
  readonly volumeMin: Minor;
  /** Millionths of the product received; below zero is a rebate. */
  readonly makerPpm: number;
  readonly takerPpm: number;
};
/** Sets fees by volume from now on, replacing the instrument's schedule. Tiers rise by `volumeMin`. */
export type DefineFeeTiers = {
  readonly type: 'DefineFeeTiers';
  readonly instrumentId: InstrumentId;
  readonly tiers: readonly FeeTier[];
};

/** Sets the limits of new orders from now on; resting orders stay. 0n means no maximum. */
export type AlterInstrument = {
  readonly type: 'AlterInstrument';
  readonly instrumentId: InstrumentId;
  readonly quantityMin: Lots;
  readonly quantityMax: Lots;
  /** Quote minor units. */
  readonly notionalMin: Minor;
  readonly notionalMax: Minor;
  /** Millionths: how far from the reference price, or from the last trade without one, market orders may trade. */
  readonly collarPpm: number;
};

/**
 * Sets from now on how far from the reference price limit orders may trade when they arrive; waiting stops follow it, resting
 * orders stay. Without this command they have no bound, as in journals of version 0.1.
 */
export type SetLimitCollar = {
  readonly type: 'SetLimitCollar';
  readonly instrumentId: InstrumentId;
  /** Millionths of the reference price. */
  readonly collarPpm: number;
};

/**
 * Sets both collars of an instrument from now on. Those of before apply again at `until`; resting orders stay.
 */
export type SetCollars = {
  readonly type: 'SetCollars';
  readonly instrumentId: InstrumentId;
  /** Millionths, as of `AlterInstrument`. */
  readonly collarPpm: number;
  /** Millionths, as of `SetLimitCollar`. */
  readonly limitCollarPpm: number;
  /** 0 means for good. */
  readonly until: Millis;
};

export type DefineLevel = {
  readonly type: 'DefineLevel';
  readonly level: number;
  /**
   * Withdrawals allowed per day of the exchange, in minor units of the notional product (COP); null means
   * unlimited.
   */
  readonly dailyLimit: Minor | null;
  /** Like `dailyLimit`, per month. */
  readonly monthlyLimit: Minor | null;
};

/** Sets when the exchange's days and months begin. They apply to withdrawal limits; fees and candles stay in UTC. */
export type SetDayStart = {
  readonly type: 'SetDayStart';
  /** The exchange's time zone: minutes ahead of UTC, negative if behind. Bogota: -300. */
  readonly offsetMinutes: number;
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
  /** Shown to customers with the state. */
  readonly cause: MarketCause;
};

/** Halts or resumes new withdrawals of one product (kill switch, security rule W5). */
export type SetProductHalt = {
  readonly type: 'SetProductHalt';
  readonly productId: ProductId;
  readonly halted: boolean;
};

/** Halts or resumes the deposits and the withdrawals of one provider, which is a product on a network or a bank rail. */
export type SetProviderHalt = {
  readonly type: 'SetProviderHalt';
  readonly providerId: number;
  /** True while nothing is credited, and no address is given. */
  readonly deposits: boolean;
  /** True while nothing is accepted, and no payment begins. */
  readonly withdrawals: boolean;
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
  /** Network, transaction and position in its receipt. A second credit with the same key repeats the first outcome. */
  readonly key: string;
  readonly ticketId: TicketId;
};

/**
 * Books a deposit that the chain no longer has as a loss: the house's `loss` pays custody, the customer keeps the
 * credit. `CreditDeposit` with the same key returns the money to `loss` when the deposit reappears.
 */
export type ReverseDeposit = { readonly type: 'ReverseDeposit'; readonly key: string };

/** Transfers money out of a house account; `key` makes it happen once. Customers never transfer with this command. */
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
  /** Deducted from the position, fee included. */
  readonly amount: Minor;
  readonly fee: Minor;
};
export type SettleWithdrawal = { readonly type: 'SettleWithdrawal'; readonly ticketId: TicketId };
export type ReleaseWithdrawal = { readonly type: 'ReleaseWithdrawal'; readonly ticketId: TicketId };
/** Ends a withdrawal whose payment the network refused and charged for: the customer gets the net amount back, not the fee. */
export type ReturnWithdrawal = { readonly type: 'ReturnWithdrawal'; readonly ticketId: TicketId };

/** Advances time when no other command does: orders expire. */
type Tick = { readonly type: 'Tick' };

export type Command =
  | DefineProduct
  | DefineInstrument
  | DefineFeeSchedule
  | DefineFeeTiers
  | AlterInstrument
  | SetLimitCollar
  | SetCollars
  | DefineLevel
  | SetDayStart
  | SetReferencePrice
  | SetInstrumentState
  | SetProductHalt
  | SetProviderHalt
  | OpenAccount
  | SetAccountLevel
  | SetAccountLock
  | CreditDeposit
  | ReverseDeposit
  | TransferFunds
  | HoldWithdrawal
  | SettleWithdrawal
  | ReleaseWithdrawal
  | ReturnWithdrawal
  | PlaceOrder
  | CancelOrder
  | CancelAllOrders
  | ReplaceOrder
  | ModifyOrder
  | Tick;

/** Position and time of a command in the journal. The engine's only clock. */
export type Stamp = { readonly sequence: Sequence; readonly at: Millis };
