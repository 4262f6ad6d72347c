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
import { toWorkingRecord } from './book/order.ts';
import type { BookLevel } from './book/price-level.ts';
import { dispatch } from './dispatch.ts';
import { findTierByVolume } from './fees/fee-tiers.ts';
import { toDayNumber } from './funds/calendar.ts';
import { checkInvariants, computeLedgerTotals, computeOpenHolds } from './invariants.ts';
import { assertBalanced } from './ledger/ledger.ts';
import { expireOrders } from './orders/change/expire-orders.ts';
import { settleStops } from './orders/stops/settle-stops.ts';
import { loadState } from './snapshot/load.ts';
import { saveState } from './snapshot/save.ts';
import type { InstrumentEntry } from './state/instrument-entry.ts';
import { State } from './state/state.ts';
import type { LevelLimits } from './state/state.ts';
import { toAccountView, toInstrumentView, toProductView, toWithdrawalView } from './views.ts';
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
    return account && toAccountView(account);
  }

  /** Every account, house accounts included, in no particular order. */
  *accounts(): IterableIterator<Account> {
    for (const account of this.#state.accounts.values()) yield toAccountView(account);
  }

  /** Zeros for an account or product never touched. */
  position(accountId: AccountId, productId: ProductId): AccountPosition {
    const account = this.#state.accounts.get(accountId);
    const product = this.#state.products.get(productId);
    const position = product && account?.positions[product.index];
    return { total: minor(position?.total ?? 0n), held: minor(position?.held ?? 0n) };
  }

  /** The account's positions that are not zero, by product id. */
  accountPositions(accountId: AccountId): ProductPosition[] {
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
    return minor(computeOpenHolds(this.#state, accountId).get(productId) ?? 0n);
  }

  /** The account's open orders, those that wait for their trigger included, newest first. */
  openOrders(accountId: AccountId, instrumentId?: InstrumentId): OrderRecord[] {
    const records: OrderRecord[] = [];
    let order = this.#state.accounts.get(accountId)?.newestOrder ?? null;
    for (; order !== null; order = order.older) {
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

  /** An open order; closed ones are history's. */
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

  /**
   * What the account's trades cost at `at`: by the tier that its volume of the 30 UTC days before reaches.
   *
   * @throws InvariantError for an unknown instrument
   */
  feeRates(accountId: AccountId, instrumentId: InstrumentId, at: Millis): FeeRates {
    const { tiers } = this.#getInstrument(instrumentId);
    const volume = this.#state.accounts.get(accountId)?.tradeVolume?.sumBefore(toDayNumber(at)) ?? 0n;
    const { makerPpm, takerPpm } = findTierByVolume(tiers, volume);
    return { makerPpm, takerPpm, volume: minor(volume) };
  }

  /** Minor units of the notional product for one whole unit; null while none is set. */
  referencePrice(productId: ProductId): Minor | null {
    return this.#state.products.get(productId)?.referencePrice ?? null;
  }

  /** What the account has used of its withdrawal limits in the exchange's day and month of `at`, in notional minor units. */
  withdrawalUsage(accountId: AccountId, at: Millis): { readonly day: Minor; readonly month: Minor } {
    const used = this.#state.accounts.get(accountId)?.usage.usedOn(this.#state.toLocalTime(at));
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
    return withdrawal && toWithdrawalView(withdrawal);
  }

  /** Every withdrawal there ever was. */
  *withdrawals(): IterableIterator<WithdrawalView> {
    for (const withdrawal of this.#state.withdrawals.values()) yield toWithdrawalView(withdrawal);
  }

  /** Sum of all positions per product: zero, always. */
  ledgerTotals(): Map<ProductId, bigint> {
    return computeLedgerTotals(this.#state);
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

  #getInstrument(instrumentId: InstrumentId): InstrumentEntry {
    const instrument = this.#state.instruments.get(instrumentId);
    assert(instrument !== undefined, 'the instrument is known');
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
