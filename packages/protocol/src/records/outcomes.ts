/** Outcomes: what the engine returns for each command. Refusals are listed in the order in which they are checked. */
import type { Lots, Minor, OrderId } from '../ids.ts';
import type { Result } from '../result.ts';
import type { Command } from './commands.ts';

type DefineRefusal = 'product_unknown' | 'already_defined' | 'definition_invalid';
type AccountRefusal = 'account_unknown' | 'already_defined';

export type CreditDepositRefusal =
  'account_unknown' | 'product_unknown' | 'amount_not_positive' | 'key_reused';
export type TransferRefusal =
  | 'account_unknown'
  | 'product_unknown'
  | 'source_not_house'
  | 'amount_not_positive'
  | 'key_reused'
  | 'insufficient_funds';

export type HoldWithdrawalRefusal =
  | 'account_unknown'
  | 'product_unknown'
  | 'product_halted'
  | 'account_locked'
  | 'level_too_low'
  | 'amount_not_positive'
  | 'net_not_positive'
  | 'ticket_reused'
  | 'reference_price_missing'
  | 'insufficient_funds'
  | 'daily_limit_exceeded'
  | 'monthly_limit_exceeded';
type WithdrawalStepRefusal =
  'ticket_unknown' | 'ticket_already_settled' | 'ticket_already_released' | 'ticket_already_returned';

export type PlaceOrderRefusal =
  | 'account_unknown'
  | 'instrument_unknown'
  | 'account_locked'
  | 'market_not_running'
  | 'time_in_force_invalid'
  | 'quantity_invalid'
  | 'display_quantity_invalid'
  | 'price_invalid'
  | 'stop_price_invalid'
  | 'expiry_invalid'
  | 'quantity_below_minimum'
  | 'quantity_above_maximum'
  | 'notional_below_minimum'
  | 'notional_above_maximum'
  | 'oco_invalid'
  | 'client_order_id_in_use'
  | 'too_many_open_orders'
  | 'no_market'
  | 'stop_price_through_market'
  | 'post_only_would_take'
  | 'insufficient_funds'
  | 'fok_not_filled';
export type CancelOrderRefusal = 'order_unknown';
export type ReplaceOrderRefusal = PlaceOrderRefusal | 'order_unknown' | 'replacement_mismatch';
export type ModifyOrderRefusal =
  'order_unknown' | 'market_not_running' | 'quantity_invalid' | 'quantity_below_minimum';

/** The result of the command that placed an order. */
export type OrderPlaced = {
  readonly orderId: OrderId;
  readonly status: 'working' | 'filled' | 'canceled';
  readonly executed: Lots;
  /** Quote minor units exchanged. */
  readonly notional: Minor;
  /** True for the first outcome returned again, for a repeated client order id with the same content. */
  readonly repeated: boolean;
};
/** The number of orders ended, the other halves of pairs included. */
export type OrdersCanceled = { readonly canceled: number };

type OutcomeByType = {
  DefineProduct: Result<null, DefineRefusal>;
  DefineInstrument: Result<null, DefineRefusal>;
  DefineFeeSchedule: Result<null, DefineRefusal | 'instrument_unknown'>;
  DefineFeeTiers: Result<null, 'instrument_unknown' | 'definition_invalid'>;
  AlterInstrument: Result<null, 'instrument_unknown' | 'definition_invalid'>;
  SetLimitCollar: Result<null, 'instrument_unknown' | 'definition_invalid'>;
  SetCollars: Result<null, 'instrument_unknown' | 'definition_invalid'>;
  DefineLevel: Result<null, DefineRefusal>;
  SetDayStart: Result<null, 'definition_invalid'>;
  SetReferencePrice: Result<null, DefineRefusal>;
  SetInstrumentState: Result<null, 'instrument_unknown' | 'stage_skipped'>;
  SetProductHalt: Result<null, 'product_unknown'>;
  SetProviderHalt: Result<null, 'definition_invalid'>;
  OpenAccount: Result<null, AccountRefusal>;
  SetAccountLevel: Result<null, AccountRefusal | 'level_unknown'>;
  SetAccountLock: Result<null, AccountRefusal>;
  CreditDeposit: Result<null, CreditDepositRefusal>;
  ReverseDeposit: Result<null, 'deposit_unknown'>;
  TransferFunds: Result<null, TransferRefusal>;
  HoldWithdrawal: Result<null, HoldWithdrawalRefusal>;
  SettleWithdrawal: Result<null, WithdrawalStepRefusal>;
  ReleaseWithdrawal: Result<null, WithdrawalStepRefusal>;
  ReturnWithdrawal: Result<null, WithdrawalStepRefusal>;
  PlaceOrder: Result<OrderPlaced, PlaceOrderRefusal>;
  CancelOrder: Result<OrdersCanceled, CancelOrderRefusal>;
  CancelAllOrders: Result<OrdersCanceled, 'account_unknown'>;
  ReplaceOrder: Result<OrderPlaced, ReplaceOrderRefusal>;
  ModifyOrder: Result<null, ModifyOrderRefusal>;
  Tick: Result<null, never>;
};

export type OutcomeOf<C extends Command> = OutcomeByType[C['type']];
export type Outcome = OutcomeByType[Command['type']];
