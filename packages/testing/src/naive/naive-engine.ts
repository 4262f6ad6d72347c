/**
 * A second engine, written to be obviously correct and nothing else: the oracle for the real one.
 *
 * It keeps lists and searches them: holds are summed up from open orders, and books are searched again for every
 * trade. It is written from docs/orders.md, and shares the types of `protocol` with the real engine, but no code.
 */
import { assertNever, minor } from '@salar/protocol';
import type { Command, OrderOrigin, OrderReason, Outcome, Side, Stamp } from '@salar/protocol';
import {
  creditDeposit,
  endWithdrawal,
  holdWithdrawal,
  reverseDeposit,
  setDayStart,
  transferFunds,
  computeUsage,
} from './naive-funds.ts';
import { endOrder, findTier, computeVolume } from './naive-matching.ts';
import {
  cancelAll,
  expireOrders,
  getExpiry,
  modifyOrder,
  findOpenOrder,
  placeOrder,
  setInstrumentState,
} from './naive-orders.ts';
import { isStop } from './naive-refusals.ts';
import {
  alterInstrument,
  defineFees,
  defineInstrument,
  defineLevel,
  defineProduct,
  expireCollars,
  openAccount,
  setCollars,
  setLimitCollar,
} from './naive-rules.ts';
import { NaiveState } from './naive-state.ts';
import type { NaiveEnd, NaiveInstrument, NaiveOrder, NaiveTrade } from './naive-state.ts';
import { isDue, triggerStops } from './naive-stops.ts';

export type NaiveOpenOrder = {
  readonly orderId: number;
  readonly accountId: number;
  /** 0 without a price. */
  readonly price: number;
  readonly quantity: bigint;
  readonly remaining: bigint;
  readonly executed: bigint;
  readonly notional: bigint;
  /** 0 for an order that is not a stop. */
  readonly currentStop: number;
  readonly isWaiting: boolean;
  readonly origin: OrderOrigin | null;
  readonly reason: OrderReason;
};
export type NaiveFeeRates = {
  readonly makerPpm: number;
  readonly takerPpm: number;
  readonly volume: bigint;
};
export type NaiveLevel = {
  readonly price: number;
  readonly quantity: bigint;
  readonly orders: number;
  readonly accounts: number;
};

export class NaiveEngine {
  readonly #state = new NaiveState();

  /** Every trade so far. */
  get trades(): readonly NaiveTrade[] {
    return this.#state.trades;
  }

  /** Every order that ended so far, in order. */
  get ends(): readonly NaiveEnd[] {
    return this.#state.ends;
  }

  /** Resting and waiting orders, oldest first. */
  openOrders(): NaiveOpenOrder[] {
    return this.#state.open.map((order) => ({
      orderId: order.id,
      accountId: order.account.id,
      price: order.price,
      quantity: order.quantity,
      remaining: order.left,
      executed: order.executed,
      notional: order.notional,
      currentStop: order.currentStop,
      isWaiting: order.isWaiting,
      origin: order.origin,
      reason: findReason(order),
    }));
  }

  apply(command: Command, stamp: Stamp): Outcome {
    this.#state.now = stamp.at;
    expireOrders(this.#state);
    expireCollars(this.#state);
    const answer = this.#decide(command);
    triggerStops(this.#state);
    return (
      typeof answer === 'string' ? { ok: false, refusal: answer } : { ok: true, value: answer }
    ) as Outcome;
  }

  position(accountId: number, productId: number): { total: bigint; held: bigint } {
    return {
      total: this.#state.total(accountId, productId),
      held: this.#state.held(accountId, productId),
    };
  }

  /** Returns what a side of the book shows, best price first. */
  levels(instrumentId: number, side: Side): NaiveLevel[] {
    const instrument = this.#state.instruments.get(instrumentId);
    if (!instrument) return [];
    const resting = this.#state.resting(instrument, side);
    const prices = [...new Set(resting.map((order) => order.price))].sort((a, b) => a - b);
    if (side === 'buy') prices.reverse();
    return prices.map((price) => {
      const here = resting.filter((order) => order.price === price);
      return {
        price,
        quantity: here.reduce((total, order) => total + order.shown, 0n),
        orders: here.length,
        accounts: new Set(here.map((order) => order.account)).size,
      };
    });
  }

  /** Returns the price of an instrument's last trade. */
  lastTradePrice(instrumentId: number): number | null {
    return this.#state.instruments.get(instrumentId)?.lastTrade ?? null;
  }

  /** Returns which orders a market accepts, why, and since when; null for an unknown instrument. */
  marketState(instrumentId: number): Pick<NaiveInstrument, 'state' | 'cause' | 'stateChange'> | null {
    const instrument = this.#state.instruments.get(instrumentId);
    if (!instrument) return null;
    const { state, cause, stateChange } = instrument;
    return { state, cause, stateChange };
  }

  /** Returns the present collars, in millionths, and when they end; null for an unknown instrument. */
  collars(instrumentId: number): { collarPpm: number; limitCollarPpm: number | null; until: number } | null {
    const instrument = this.#state.instruments.get(instrumentId);
    if (!instrument) return null;
    const { collarPpm, limitCollarPpm, before } = instrument;
    return {
      collarPpm: Number(collarPpm),
      limitCollarPpm: limitCollarPpm === null ? null : Number(limitCollarPpm),
      until: before?.until ?? 0,
    };
  }

  /** Returns the orders of a market: those in its book, and those that wait for their trigger. */
  orderCounts(instrumentId: number): { resting: number; waiting: number; due: number } {
    const open = this.#state.open.filter((order) => order.instrument.instrumentId === instrumentId);
    const waiting = open.filter((order) => order.isWaiting);
    const due = waiting.filter((order) => isDue(this.#state, order)).length;
    return { resting: open.length - waiting.length, waiting: waiting.length, due };
  }

  /** Returns what is halted of a provider. */
  providerHalt(providerId: number): { deposits: boolean; withdrawals: boolean } {
    return this.#state.providerHalts.get(providerId) ?? { deposits: false, withdrawals: false };
  }

  /** Returns an account's current fee rates. */
  feeRates(accountId: number, instrumentId: number): NaiveFeeRates | null {
    const account = this.#state.accounts.get(accountId);
    const instrument = this.#state.instruments.get(instrumentId);
    if (!account || !instrument) return null;
    const { makerPpm, takerPpm } = findTier(this.#state, account, instrument);
    return { makerPpm, takerPpm, volume: computeVolume(this.#state, account) };
  }

  /** Returns what an account has used of its withdrawal limits today and in this month. */
  withdrawalUsage(accountId: number): { readonly day: bigint; readonly month: bigint } | null {
    const account = this.#state.accounts.get(accountId);
    return account ? computeUsage(this.#state, account) : null;
  }

  /** Returns when the first of the open orders expires, or of the collars for a while ends. */
  nextExpiryAt(): number | null {
    const orders = this.#state.open.map((order) => getExpiry(order)).filter((at) => at !== 0);
    const collars = [...this.#state.instruments.values()].flatMap(({ before }) => before?.until ?? []);
    const expiries = [...orders, ...collars];
    return expiries.length === 0 ? null : Math.min(...expiries);
  }

  #decide(command: Command): unknown {
    const state = this.#state;
    switch (command.type) {
      case 'DefineProduct':
        return defineProduct(state, command);
      case 'DefineInstrument':
        return defineInstrument(state, command);
      case 'DefineFeeSchedule': {
        const { instrumentId, makerPpm, takerPpm } = command;
        return defineFees(state, { instrumentId, tiers: [{ volumeMin: minor(0n), makerPpm, takerPpm }] });
      }
      case 'DefineFeeTiers':
        return defineFees(state, command);
      case 'AlterInstrument':
        return alterInstrument(state, command);
      case 'SetLimitCollar':
        return setLimitCollar(state, command);
      case 'SetCollars':
        return setCollars(state, command);
      case 'DefineLevel':
        return defineLevel(state, command);
      case 'SetReferencePrice': {
        const product = state.products.get(command.productId);
        if (!product) return 'product_unknown';
        if (command.price <= 0n) return 'definition_invalid';
        product.referencePrice = command.price;
        return null;
      }
      case 'SetInstrumentState':
        return setInstrumentState(state, command);
      case 'SetProductHalt': {
        const product = state.products.get(command.productId);
        if (!product) return 'product_unknown';
        product.halted = command.halted;
        return null;
      }
      case 'SetProviderHalt': {
        const { providerId, deposits, withdrawals } = command;
        if (providerId < 1) return 'definition_invalid';
        state.providerHalts.set(providerId, { deposits, withdrawals });
        return null;
      }
      case 'OpenAccount':
        return openAccount(state, command);
      case 'SetAccountLevel': {
        const account = state.accounts.get(command.accountId);
        if (!account) return 'account_unknown';
        if (command.level !== 0 && !state.levels.has(command.level)) return 'level_unknown';
        account.level = command.level;
        return null;
      }
      case 'SetAccountLock': {
        const account = state.accounts.get(command.accountId);
        if (!account) return 'account_unknown';
        account.locked = command.locked;
        return null;
      }
      case 'CreditDeposit':
        return creditDeposit(state, command);
      case 'ReverseDeposit':
        return reverseDeposit(state, command.key);
      case 'SetDayStart':
        return setDayStart(state, command);
      case 'TransferFunds':
        return transferFunds(state, command);
      case 'HoldWithdrawal':
        return holdWithdrawal(state, command);
      case 'SettleWithdrawal':
        return endWithdrawal(state, command.ticketId, 'settled');
      case 'ReleaseWithdrawal':
        return endWithdrawal(state, command.ticketId, 'released');
      case 'ReturnWithdrawal':
        return endWithdrawal(state, command.ticketId, 'returned');
      case 'PlaceOrder':
        return placeOrder(state, command);
      case 'ReplaceOrder':
        return placeOrder(state, command.replacement, command.orderId);
      case 'ModifyOrder':
        return modifyOrder(state, command);
      case 'CancelOrder': {
        const order = findOpenOrder(state, command.accountId, command.orderId);
        if (order === null) return 'order_unknown';
        const before = state.open.length;
        endOrder(state, order, 'canceled', 'user_canceled');
        return { canceled: before - state.open.length };
      }
      case 'CancelAllOrders': {
        const { accountId, instrumentId } = command;
        if (!state.accounts.has(accountId)) return 'account_unknown';
        const isMeant = ({ account, instrument }: NaiveOrder) =>
          account.id === accountId && (instrumentId === 0 || instrument.instrumentId === instrumentId);
        return cancelAll(state, isMeant, 'user_canceled');
      }
      case 'Tick':
        return null;
      default:
        return assertNever(command);
    }
  }
}

/** Returns the reason of an open order's state. */
function findReason({ executed, command, isWaiting }: NaiveOrder): OrderReason {
  if (executed > 0n) return 'trade';
  return isStop(command) && !isWaiting ? 'triggered' : 'accepted';
}
