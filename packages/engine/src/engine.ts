/**
 * The engine: every decision about money and orders, as a fold of commands.
 *
 * It is synchronous and deterministic: time and sequence arrive with each command, and the same commands give the same
 * outcomes, events and state, on any machine. It keeps no history; what happened is told to the event sink.
 */
import { assert, minor, silentSink } from '@salar/protocol';
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
  ProductId,
  Sequence,
  Stamp,
  TicketId,
} from '@salar/protocol';
import type { BookSide } from './book/book-side.ts';
import { workingRecordOf } from './book/order.ts';
import type { BookLevel } from './book/price-level.ts';
import { dispatch } from './dispatch.ts';
import { tierAt } from './fees/fee-tiers.ts';
import { dayOf } from './funds/calendar.ts';
import { checkInvariants, ledgerTotalsOf, openHoldsOf } from './invariants.ts';
import { assertBalanced } from './ledger/ledger.ts';
import { expireOrders } from './orders/change/expire-orders.ts';
import { settleStops } from './orders/stops/settle-stops.ts';
import { loadState } from './snapshot/load.ts';
import { saveState } from './snapshot/save.ts';
import type { InstrumentEntry } from './state/instrument-entry.ts';
import { State } from './state/state.ts';
import type { LevelLimits } from './state/state.ts';
import { accountView, instrumentView, productView, withdrawalView } from './views.ts';
import type {
  Account,
  AccountPosition,
  FeeRates,
  Instrument,
  Level1,
  Level2,
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
   * @throws InvariantError when the stamp does not follow the last one, or when something that must hold does not; the
   *   state is then unusable and the writer must stop
   */
  apply<C extends Command>(command: C, stamp: Stamp): OutcomeOf<C>;
  apply(command: Command, stamp: Stamp): Outcome {
    const state = this.#state;
    assert(stamp.sequence === state.lastSequence + 1, 'commands arrive in sequence, without gaps');
    assert(stamp.at >= state.lastAt, 'time never goes back');
    state.lastSequence = stamp.sequence;
    state.lastAt = stamp.at;
    if (state.expiries.nextAt <= stamp.at) expireOrders(state, stamp);
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

  /** When the next open order expires, told or not; null while none does. Every command expires what is due. */
  nextExpiryAt(): Millis | null {
    return this.#state.expiries.first?.terms?.expiresAt ?? null;
  }

  /** All products, by id. */
  products(): readonly Product[] {
    return byId(this.#state.products).map(productView);
  }

  product(productId: ProductId): Product | undefined {
    const product = this.#state.products.get(productId);
    return product && productView(product);
  }

  /** All instruments, by id. */
  instruments(): readonly Instrument[] {
    return byId(this.#state.instruments).map(instrumentView);
  }

  instrument(instrumentId: InstrumentId): Instrument | undefined {
    const instrument = this.#state.instruments.get(instrumentId);
    return instrument && instrumentView(instrument);
  }

  account(accountId: AccountId): Account | undefined {
    const account = this.#state.accounts.get(accountId);
    return account && accountView(account);
  }

  /** Every account, house accounts included, in no particular order. */
  *accounts(): IterableIterator<Account> {
    for (const account of this.#state.accounts.values()) yield accountView(account);
  }

  /** Zeros for an account or product never touched. */
  position(accountId: AccountId, productId: ProductId): AccountPosition {
    const account = this.#state.accounts.get(accountId);
    const product = this.#state.products.get(productId);
    const position = product && account?.positions[product.index];
    return { total: minor(position?.total ?? 0n), held: minor(position?.held ?? 0n) };
  }

  /** The account's positions that are not zero, by product id. */
  positionsOf(accountId: AccountId): ProductPosition[] {
    const positions: ProductPosition[] = [];
    for (const position of this.#state.accounts.get(accountId)?.positions ?? []) {
      if (position === undefined || (position.total === 0n && position.held === 0n)) continue;
      const { productId } = position.product;
      positions.push({ productId, total: minor(position.total), held: minor(position.held) });
    }
    return positions.sort((a, b) => a.productId - b.productId);
  }

  /** What the account's open orders and withdrawals hold of a product, summed up anew: equals the position's `held`. */
  openHolds(accountId: AccountId, productId: ProductId): Minor {
    return minor(openHoldsOf(this.#state, accountId).get(productId) ?? 0n);
  }

  /** The account's open orders, those that wait for their trigger included, newest first. */
  openOrders(accountId: AccountId, instrumentId?: InstrumentId): OrderRecord[] {
    const records: OrderRecord[] = [];
    let order = this.#state.accounts.get(accountId)?.newestOrder ?? null;
    for (; order !== null; order = order.older) {
      if (instrumentId === undefined || order.instrumentId === instrumentId) {
        records.push(workingRecordOf(order));
      }
    }
    return records;
  }

  /** Every open order, oldest first. */
  *allOpenOrders(): IterableIterator<OrderRecord> {
    for (const order of this.#state.orders.values()) yield workingRecordOf(order);
  }

  /** An open order; closed ones are history's. */
  order(orderId: OrderId): OrderRecord | undefined {
    const order = this.#state.orders.get(orderId);
    return order && workingRecordOf(order);
  }

  /** @throws InvariantError for an unknown instrument */
  level1(instrumentId: InstrumentId): Level1 {
    const { bids, asks, lastTrade } = this.#instrumentOf(instrumentId);
    return { bid: bids.best?.summary() ?? null, ask: asks.best?.summary() ?? null, lastTrade };
  }

  /**
   * @param depth most levels per side
   * @throws InvariantError for an unknown instrument
   */
  level2(instrumentId: InstrumentId, depth: number): Level2 {
    const { bids, asks } = this.#instrumentOf(instrumentId);
    return { bids: levelsOf(bids, depth), asks: levelsOf(asks, depth) };
  }

  /**
   * What the account's trades cost at `at`: by the tier that its volume of the 30 UTC days before reaches.
   *
   * @throws InvariantError for an unknown instrument
   */
  feeRates(accountId: AccountId, instrumentId: InstrumentId, at: Millis): FeeRates {
    const { tiers } = this.#instrumentOf(instrumentId);
    const volume = this.#state.accounts.get(accountId)?.tradeVolume?.sumBefore(dayOf(at)) ?? 0n;
    const { makerPpm, takerPpm } = tierAt(tiers, volume);
    return { makerPpm, takerPpm, volume: minor(volume) };
  }

  /** Minor units of the notional product for one whole unit; null while none is set. */
  referencePrice(productId: ProductId): Minor | null {
    return this.#state.products.get(productId)?.referencePrice ?? null;
  }

  /** What the account has used of its withdrawal limits in the exchange's day and month of `at`, in notional minor units. */
  withdrawalUsage(accountId: AccountId, at: Millis): { readonly day: Minor; readonly month: Minor } {
    const used = this.#state.accounts.get(accountId)?.usage.usedOn(this.#state.localTime(at));
    return { day: minor(used?.day ?? 0n), month: minor(used?.month ?? 0n) };
  }

  levelLimits(level: number): LevelLimits | undefined {
    return this.#state.levels.get(level);
  }

  /** How far ahead of UTC the exchange's days and months begin. */
  get dayOffsetMinutes(): number {
    return this.#state.dayOffsetMs / 60_000;
  }

  /** True when a deposit with this key has been credited, also when the chain took it back since. */
  isCredited(key: string): boolean {
    return this.#state.deposits.has(key);
  }

  /** True while a credited deposit with this key is booked as a loss: the chain does not have it. */
  isReversed(key: string): boolean {
    return this.#state.deposits.get(key)?.isReversed ?? false;
  }

  withdrawal(ticketId: TicketId): WithdrawalView | undefined {
    const withdrawal = this.#state.withdrawals.get(ticketId);
    return withdrawal && withdrawalView(withdrawal);
  }

  /** Every withdrawal there ever was. */
  *withdrawals(): IterableIterator<WithdrawalView> {
    for (const withdrawal of this.#state.withdrawals.values()) yield withdrawalView(withdrawal);
  }

  /** Sum of all positions per product: zero, always. */
  ledgerTotals(): Map<ProductId, bigint> {
    return ledgerTotalsOf(this.#state);
  }

  /**
   * Recomputes what must be true of the whole state. Costs a walk through all of it.
   *
   * @throws InvariantError with the first sentence that does not hold
   */
  checkInvariants(): void {
    checkInvariants(this.#state);
  }

  /** The whole state in canonical bytes: the same state gives the same bytes. */
  save(): Uint8Array {
    return saveState(this.#state);
  }

  /**
   * An engine that goes on where the saved one stopped.
   *
   * @throws SnapshotError when the bytes are not a snapshot, or are cut short; NewerSnapshot when a newer version made them
   */
  static load(bytes: Uint8Array, sink: EventSink = silentSink): Engine {
    const engine = new Engine(sink);
    loadState(engine.#state, bytes);
    engine.checkInvariants();
    return engine;
  }

  #instrumentOf(instrumentId: InstrumentId): InstrumentEntry {
    const instrument = this.#state.instruments.get(instrumentId);
    assert(instrument !== undefined, 'the instrument is known');
    return instrument;
  }
}

function levelsOf(side: BookSide, depth: number): BookLevel[] {
  const levels: BookLevel[] = [];
  for (let level = side.best; level !== null && levels.length < depth; level = level.worse) {
    levels.push(level.summary());
  }
  return levels;
}

function byId<Id extends number, Entry>(entries: ReadonlyMap<Id, Entry>): Entry[] {
  return [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}
