/**
 * The engine: every decision about money and orders, as a fold over commands.
 *
 * It is synchronous and deterministic: time and sequence arrive with each command, and the same commands give the
 * same outcomes, events and state on any machine. It keeps no history; it emits what happened to the event sink.
 */
import { assert, millis, minor, silentSink, ticks } from '@salar/protocol';
import type {
  AccountId,
  Command,
  EventSink,
  InstrumentId,
  Millis,
  Minor,
  OrderId,
  OrderRecord,
  Outcome,
  OutcomeOf,
  PlaceOrder,
  ProductId,
  ReplaceOrder,
  Sequence,
  Side,
  Stamp,
  Ticks,
  TicketId,
} from '@salar/protocol';
import type { BookSide } from './book/book-side.ts';
import { toWorkingRecord } from './book/order.ts';
import type { BookLevel } from './book/price-level.ts';
import { computeBounds, computeCollarPrice } from './catalog/collar.ts';
import { noHalt } from './catalog/providers.ts';
import type { ProviderHalt } from './catalog/providers.ts';
import { expireCollars } from './catalog/temporary-collars.ts';
import { dispatch } from './dispatch.ts';
import { findTierByVolume } from './fees/fee-tiers.ts';
import { toDayNumber } from './funds/calendar.ts';
import { checkInvariants, computeLedgerTotals, computeOpenHolds } from './invariants.ts';
import { assertBalanced } from './ledger/ledger.ts';
import { expireOrders } from './orders/change/expire-orders.ts';
import type { SizeLimits } from './orders/order-limits.ts';
import { isRepeatedOrder } from './orders/place/client-orders.ts';
import { settleStops } from './orders/stops/settle-stops.ts';
import { loadState } from './snapshot/load.ts';
import { saveState } from './snapshot/save.ts';
import type { AccountDetails } from './state/account-details.ts';
import type { InstrumentEntry, PriceBounds } from './state/instrument-entry.ts';
import { State } from './state/state.ts';
import type { LevelLimits } from './state/state.ts';
import {
  countOpenOrders,
  countRefusedOrders,
  toAccountView,
  toInstrumentView,
  toPosition,
  toProductView,
  toWithdrawalView,
} from './views.ts';
import type {
  Account,
  AccountPosition,
  FeeRates,
  Instrument,
  Level1,
  Level2,
  OpenOrderCounts,
  Product,
  ProductPosition,
  WithdrawalView,
} from './views.ts';

export class Engine {
  #state: State;

  constructor(sink: EventSink = silentSink) {
    this.#state = new State(sink);
  }

  /**
   * Applies the next command. Refused commands count too: they are part of the journal.
   *
   * @throws InvariantError when the stamp does not follow the last one, or when an invariant is broken; the state
   *   is then unusable and the writer must stop
   */
  apply<C extends Command>(command: C, stamp: Stamp): OutcomeOf<C>;
  apply(command: Command, stamp: Stamp): Outcome {
    const state = this.#state;
    assert(stamp.sequence === state.lastSequence + 1, 'commands arrive in sequence, without gaps');
    assert(stamp.at >= state.lastAt, 'time never goes back');
    state.lastSequence = stamp.sequence;
    state.lastAt = stamp.at;
    if (state.expiries.nextAt <= stamp.at) expireOrders(state, stamp);
    if (state.collarsUntil <= stamp.at) expireCollars(state, stamp.at);
    const outcome = dispatch(state, command, stamp);
    if (state.unsettled.length > 0) settleStops(state, stamp);
    if (!state.isQuiet) assertBalanced(state);
    return outcome;
  }

  /** Sequence of the last command applied; 0 before the first. */
  get lastSequence(): Sequence {
    return this.#state.lastSequence;
  }

  get lastAt(): Millis {
    return this.#state.lastAt;
  }

  /**
   * Returns when the next open order expires or the next collars for a while end, even if that is past; null if none do. Every
   * command ends those that are due.
   */
  nextExpiryAt(): Millis | null {
    const { collarsUntil, expiries } = this.#state;
    const next = Math.min(collarsUntil, expiries.nextAt);
    return Number.isFinite(next) ? millis(next) : null;
  }

  /** All products, by id. */
  products(): readonly Product[] {
    return sortById(this.#state.products).map(toProductView);
  }

  product(productId: ProductId): Product | undefined {
    const product = this.#state.products.get(productId);
    return product && toProductView(product);
  }

  /** All instruments, by id. */
  instruments(): readonly Instrument[] {
    return sortById(this.#state.instruments).map(toInstrumentView);
  }

  instrument(instrumentId: InstrumentId): Instrument | undefined {
    const instrument = this.#state.instruments.get(instrumentId);
    return instrument && toInstrumentView(instrument);
  }

  account(accountId: AccountId): Account | undefined {
    const account = this.#state.accounts.get(accountId);
    return account === undefined ? undefined : toAccountView(this.#state.accounts, account);
  }

  /** Every account, house accounts included, in no particular order. */
  *accounts(): IterableIterator<Account> {
    const { accounts } = this.#state;
    for (const account of accounts.rows()) yield toAccountView(accounts, account);
  }

  /** Returns zeros for an account or product without a position. */
  position(accountId: AccountId, productId: ProductId): AccountPosition {
    const account = this.#state.accounts.get(accountId);
    const product = this.#state.products.get(productId);
    if (account === undefined || product === undefined) return { total: minor(0n), held: minor(0n) };
    return toPosition(product, account);
  }

  /** Returns the account's positions that are not zero, by product id. */
  accountPositions(accountId: AccountId): ProductPosition[] {
    const account = this.#state.accounts.get(accountId);
    if (account === undefined) return [];
    return sortById(this.#state.products)
      .map((product) => ({ productId: product.productId, ...toPosition(product, account) }))
      .filter(({ total, held }) => total !== 0n || held !== 0n);
  }

  /** Sums up what the account's open orders and withdrawals hold of a product. Equals the position's `held`. */
  openHolds(accountId: AccountId, productId: ProductId): Minor {
    return minor(computeOpenHolds(this.#state, accountId).get(productId) ?? 0n);
  }

  /** Returns the account's open orders, waiting stops included, newest first. */
  openOrders(accountId: AccountId, instrumentId?: InstrumentId): OrderRecord[] {
    const records: OrderRecord[] = [];
    const { accounts, accountOrders } = this.#state;
    const account = accounts.get(accountId);
    let order = account === undefined ? null : accountOrders.newest(account);
    for (; order !== null; order = accountOrders.older(order)) {
      if (instrumentId === undefined || order.instrumentId === instrumentId) {
        records.push(toWorkingRecord(order));
      }
    }
    return records;
  }

  /** Every open order, oldest first. */
  *allOpenOrders(): IterableIterator<OrderRecord> {
    for (const order of this.#state.orders.values()) yield toWorkingRecord(order);
  }

  /** Returns an open order. Closed orders are found in history only. */
  order(orderId: OrderId): OrderRecord | undefined {
    const order = this.#state.orders.get(orderId);
    return order && toWorkingRecord(order);
  }

  /** @throws InvariantError for an unknown instrument */
  level1(instrumentId: InstrumentId): Level1 {
    const { bids, asks, lastTrade } = this.#getInstrument(instrumentId);
    return { bid: bids.best?.summary() ?? null, ask: asks.best?.summary() ?? null, lastTrade };
  }

  /**
   * @param depth most levels per side
   * @throws InvariantError for an unknown instrument
   */
  level2(instrumentId: InstrumentId, depth: number): Level2 {
    const { bids, asks } = this.#getInstrument(instrumentId);
    return { bids: listLevels(bids, depth), asks: listLevels(asks, depth) };
  }

  /** @throws InvariantError for an unknown instrument */
  openOrderCounts(instrumentId: InstrumentId): OpenOrderCounts {
    return countOpenOrders(this.#getInstrument(instrumentId));
  }

  /**
   * Counts the orders in the book that would be refused if what remains of them were placed under these limits. Takes time
   * proportional to their number.
   *
   * @throws InvariantError for an unknown instrument
   */
  refusedOrderCount(instrumentId: InstrumentId, limits: SizeLimits): number {
    return countRefusedOrders(this.#getInstrument(instrumentId), limits);
  }

  /**
   * Returns the worst price at which a market order of this side trades now: 1 or 2^53-1 ticks where nothing bounds it.
   *
   * @throws InvariantError for an unknown instrument
   */
  collarPrice(instrumentId: InstrumentId, side: Side): Ticks {
    return ticks(computeCollarPrice(this.#getInstrument(instrumentId), side));
  }

  /**
   * Returns the bounds that a collar of so many millionths has now, in ticks; null while a product has no reference price.
   *
   * @throws InvariantError for an unknown instrument
   */
  collarBounds(instrumentId: InstrumentId, collarPpm: number): PriceBounds | null {
    return computeBounds(this.#getInstrument(instrumentId), collarPpm);
  }

  /** Returns true for an order that was placed before, under its client order id: a repeat gets the first outcome, whatever has changed since. */
  isRepeated(command: PlaceOrder | ReplaceOrder): boolean {
    return isRepeatedOrder(this.#state, command);
  }

  /**
   * Returns an account's fee rates at `at`: those of the tier that its volume of the 30 UTC days before reaches.
   *
   * @throws InvariantError for an unknown instrument
   */
  feeRates(accountId: AccountId, instrumentId: InstrumentId, at: Millis): FeeRates {
    const { tiers } = this.#getInstrument(instrumentId);
    const volume = this.#getDetails(accountId)?.tradeVolume?.sumBefore(toDayNumber(at)) ?? 0n;
    const { makerPpm, takerPpm } = findTierByVolume(tiers, volume);
    return { makerPpm, takerPpm, volume: minor(volume) };
  }

  /** Minor units of the notional product for one whole unit; null while none is set. */
  referencePrice(productId: ProductId): Minor | null {
    return this.#state.products.get(productId)?.referencePrice ?? null;
  }

  /**
   * Returns what the account has used of its withdrawal limits in the exchange's day and month of `at`, in notional
   * minor units.
   */
  withdrawalUsage(accountId: AccountId, at: Millis): { readonly day: Minor; readonly month: Minor } {
    const used = this.#getDetails(accountId)?.usage?.usedOn(this.#state.toLocalTime(at));
    return { day: minor(used?.day ?? 0n), month: minor(used?.month ?? 0n) };
  }

  /** Returns what is halted of a provider; nothing for an unknown one. */
  providerHalt(providerId: number): ProviderHalt {
    return this.#state.providerHalts.get(providerId) ?? noHalt;
  }

  levelLimits(level: number): LevelLimits | undefined {
    return this.#state.levels.get(level);
  }

  /** How far the exchange's days and months are ahead of UTC. */
  get dayOffsetMinutes(): number {
    return this.#state.dayOffsetMs / 60_000;
  }

  /** True when a deposit with this key has been credited, even if the chain has reverted it since. */
  isCredited(key: string): boolean {
    return this.#state.deposits.has(key);
  }

  /** True while a credited deposit with this key is booked as a loss, because the chain no longer has it. */
  isReversed(key: string): boolean {
    return this.#state.deposits.get(key)?.isReversed ?? false;
  }

  withdrawal(ticketId: TicketId): WithdrawalView | undefined {
    const withdrawal = this.#state.withdrawals.get(ticketId);
    return withdrawal && toWithdrawalView(this.#state.accounts, withdrawal);
  }

  /** Every withdrawal, including those that have ended. */
  *withdrawals(): IterableIterator<WithdrawalView> {
    const { accounts, withdrawals } = this.#state;
    for (const withdrawal of withdrawals.values()) yield toWithdrawalView(accounts, withdrawal);
  }

  /** Sums all positions per product. Every sum is zero. */
  ledgerTotals(): Map<ProductId, bigint> {
    return computeLedgerTotals(this.#state);
  }

  /**
   * Checks the invariants of the whole state. Takes time proportional to its size.
   *
   * @throws InvariantError for the first broken invariant
   */
  checkInvariants(): void {
    checkInvariants(this.#state);
  }

  /** Serializes the whole state canonically: equal states give equal bytes. */
  save(): Uint8Array {
    return saveState(this.#state);
  }

  /**
   * Creates an engine that continues from a saved state.
   *
   * @throws SnapshotError when the bytes are not a snapshot, or are truncated; NewerSnapshot when a newer version
   *   wrote them
   */
  static load(bytes: Uint8Array, sink: EventSink = silentSink): Engine {
    const engine = new Engine(sink);
    loadState(engine.#state, bytes);
    engine.checkInvariants();
    return engine;
  }

  #getDetails(accountId: AccountId): AccountDetails | null {
    const account = this.#state.accounts.get(accountId);
    return account === undefined ? null : this.#state.accounts.getDetails(account);
  }

  #getInstrument(instrumentId: InstrumentId): InstrumentEntry {
    const instrument = this.#state.instruments.get(instrumentId);
    assert(instrument !== undefined, 'the instrument exists');
    return instrument;
  }
}

function listLevels(side: BookSide, depth: number): BookLevel[] {
  const levels: BookLevel[] = [];
  for (let level = side.best; level !== null && levels.length < depth; level = level.worse) {
    levels.push(level.summary());
  }
  return levels;
}

function sortById<Id extends number, Entry>(entries: ReadonlyMap<Id, Entry>): Entry[] {
  return [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}
