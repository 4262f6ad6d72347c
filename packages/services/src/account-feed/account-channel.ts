/**
 * One account with at least one subscriber.
 *
 * Orders and trades are published one by one. Positions, tickets and the account itself are read after something about them
 * has changed and published as they are then: however much happens in between, only the newest state is published, once.
 */
import { sequence as toSequence } from '@salar/protocol';
import type { AccountId, Minor, ProductId, Sequence, TicketId } from '@salar/protocol';
import type { AccountTickets, Position, PositionService } from '../accounts/position-service.ts';
import { CoalescedTask } from '../background/coalesced-task.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { History, LedgerLine } from '../ports/history.ts';
import type { Log } from '../ports/log.ts';
import type { TicketComments } from '../tickets/ticket-comments.ts';
import type { DepositService } from '../deposits/deposit-service.ts';
import type { WithdrawalService } from '../withdrawals/withdrawal-service.ts';
import type { DepositTicket, WithdrawTicket } from '../tickets/ticket-types.ts';
import type { AccountEvent, AccountListener, MarketStateChange, TicketEvent } from './account-events.ts';
import type { Debouncer } from '../background/debouncer.ts';
import { ordersAndTrades } from './account-slice.ts';
import type { AccountSlice } from './account-slice.ts';

export type AccountChannelOptions = {
  readonly accountId: AccountId;
  readonly sequencer: EnginePort;
  readonly history: Pick<History, 'listLedger'>;
  readonly positions: Pick<PositionService, 'listFromTickets' | 'listTickets'>;
  readonly deposits: Pick<DepositService, 'find'>;
  readonly withdrawals: Pick<WithdrawalService, 'find'>;
  readonly comments: Pick<TicketComments, 'listByTicket'>;
  /** Shared by all accounts, so that the read models are awaited once. */
  readonly debouncer: Debouncer;
  readonly log: Log;
};

/** Changes that are not published yet. */
type PendingChanges = {
  readonly products: Set<ProductId>;
  readonly deposits: Set<TicketId>;
  readonly withdrawals: Set<TicketId>;
  areTicketsOld: boolean;
  isAccountChanged: boolean;
};
type ChangedTickets = {
  readonly deposits: readonly DepositTicket[];
  readonly withdrawals: readonly WithdrawTicket[];
};
/** Ledger lines that are not published yet: `count` lines, written by the commands from `first` to `last`. */
type DueLines = { readonly first: Sequence; readonly last: Sequence; readonly count: number };

/** Delay between two attempts while the database is unavailable. */
const retryMs = 1000;
/** The most ledger lines that are read at once. */
const pageMax = 500;
/** How many lines of later commits the ledger usually contains already. */
const aheadMax = 20;

export class AccountChannel {
  readonly #options: AccountChannelOptions;
  /** Each listener with the last command that was published before it subscribed. */
  readonly #listeners = new Map<AccountListener, Sequence>();
  readonly #orderListeners = new Set<AccountListener>();
  readonly #states = new CoalescedTask(() => this.#publishStates());
  readonly #ledger = new CoalescedTask(() => this.#publishLedger());
  #changes = createPendingChanges();
  #dueLines: DueLines | null = null;
  #tickets: AccountTickets | null = null;
  /** Positions as every listener has last received them. */
  readonly #published = new Map<ProductId, Position>();
  readonly #pending = new Map<ProductId, Minor>();
  /** Counts subscriptions since the start. */
  #joined = 0;
  #retry: NodeJS.Timeout | null = null;
  readonly #readLedger = () => this.#ledger.request();

  constructor(options: AccountChannelOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0 && this.#orderListeners.size === 0;
  }

  /** @param after  the listener receives only events after this command */
  add(listener: AccountListener, after: Sequence): void {
    this.#listeners.set(listener, after);
    this.#joined += 1;
    this.#published.clear(); // the new listener has received no position yet
    if (this.#tickets !== null) return;
    this.#changes.areTicketsOld = true;
    this.#states.request();
  }

  /** Subscribes to orders only. */
  addToOrders(listener: AccountListener): void {
    this.#orderListeners.add(listener);
  }

  remove(listener: AccountListener): void {
    this.#listeners.delete(listener);
    this.#orderListeners.delete(listener);
    if (this.#listeners.size > 0) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#changes = createPendingChanges();
    this.#dueLines = null;
    this.#pending.clear();
    this.#tickets = null; // no subscriber needs them any more
  }

  /** Publishes the part of a commit that concerns this account. */
  committed(slice: AccountSlice): void {
    for (const refused of slice.refused) this.#publish({ kind: 'refused', ...refused });
    for (const event of ordersAndTrades(slice, this.#options.accountId)) this.#publish(event);
    if (this.#listeners.size === 0) return;
    for (const posting of slice.postings)
      if (posting.kind === 'deposit' && posting.amount > 0n) this.#publish({ kind: 'credited', posting });
    for (const level of slice.levels) this.#publish({ kind: 'level', level });
    for (const product of slice.products) this.#changes.products.add(product);
    if (slice.isAccountChanged) this.#changes.isAccountChanged = true;
    if (slice.products.size > 0 || slice.isAccountChanged) this.#states.request();
    this.#expectLines(slice);
  }

  marketStateChanged(change: MarketStateChange): void {
    this.#publish({ kind: 'market_state', ...change });
  }

  ticketChanged(table: 'deposit' | 'withdrawal', ticketId: TicketId): void {
    if (this.#listeners.size === 0) return;
    (table === 'deposit' ? this.#changes.deposits : this.#changes.withdrawals).add(ticketId);
    this.#changes.areTicketsOld = true;
    this.#states.request();
  }

  /** Handles a new block: deposits that wait for it have more confirmations. */
  chainGrew(): void {
    if (this.#tickets?.deposits.some(isConfirming) !== true) return;
    this.#changes.areTicketsOld = true;
    this.#states.request();
  }

  accountChanged(): void {
    if (this.#listeners.size === 0) return;
    this.#changes.isAccountChanged = true;
    this.#states.request();
  }

  async #publishStates(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const changes = this.#changes;
    this.#changes = createPendingChanges();
    // A listener that subscribes during this read has already requested a newer one.
    const listeners = [...this.#listeners.keys()];
    const joined = this.#joined;
    try {
      const after = await this.#readEvents(changes);
      for (const event of after) this.#publish(event, listeners);
      if (joined !== this.#joined) this.#published.clear();
    } catch (error) {
      merge(changes, this.#changes);
      this.#retryLater(error);
    }
  }

  async #readEvents(changes: PendingChanges): Promise<readonly AccountEvent[]> {
    const { sequencer, positions } = this.#options;
    const before = this.#tickets;
    const changed = await this.#readChangedTickets(changes);
    let tickets = before;
    if (tickets === null || changes.areTicketsOld)
      tickets = await positions.listTickets(this.#options.accountId);
    const confirmed = findConfirmedSince(before, tickets).filter(
      ({ ticketId }) => !changes.deposits.has(ticketId),
    );
    const ticketEvents = await this.#readTicketEvents(changed, confirmed);
    const [account, figures] = await Promise.all([
      sequencer.read((view) => view.account(this.#options.accountId)),
      positions.listFromTickets(this.#options.accountId, tickets),
    ]);
    if (this.#listeners.size > 0) this.#tickets = tickets;
    return [
      ...(changes.isAccountChanged && account ? [toAccountEvent(account)] : []),
      ...ticketEvents,
      ...this.#buildPendingEvents(figures, findTouchedProducts(changes.deposits, tickets.deposits)),
      ...this.#buildPositionEvents(figures, this.#findTouchedProducts(changes, tickets)),
    ];
  }

  /** Builds events for tickets that have changed and for deposits with more confirmations. */
  async #readTicketEvents(
    changed: ChangedTickets,
    confirmed: readonly DepositTicket[],
  ): Promise<readonly TicketEvent[]> {
    const deposits = [...changed.deposits, ...confirmed];
    const codes = [...deposits, ...changed.withdrawals].map(({ requestCode }) => requestCode);
    const comments = await this.#options.comments.listByTicket(codes);
    const after = <T extends { readonly requestCode: string }>(ticket: T) => ({
      ticket,
      comments: comments.get(ticket.requestCode) ?? [],
    });
    return [
      ...deposits.map((ticket) => ({ kind: 'deposit_ticket', ...after(ticket) }) as const),
      ...changed.withdrawals.map((ticket) => ({ kind: 'withdraw_ticket', ...after(ticket) }) as const),
    ];
  }

  async #readChangedTickets(changes: PendingChanges): Promise<ChangedTickets> {
    const changed = { deposits: [] as DepositTicket[], withdrawals: [] as WithdrawTicket[] };
    const claim = (ticketId: TicketId) => ({ accountId: this.#options.accountId, ticketId });
    for (const ticketId of changes.deposits) {
      const ticket = await this.#options.deposits.find(claim(ticketId));
      if (ticket) changed.deposits.push(ticket);
    }
    for (const ticketId of changes.withdrawals) {
      const ticket = await this.#options.withdrawals.find(claim(ticketId));
      if (ticket) changed.withdrawals.push(ticket);
    }
    return changed;
  }

  #findTouchedProducts(changes: PendingChanges, tickets: AccountTickets): ReadonlySet<ProductId> {
    const { products, deposits, withdrawals } = changes;
    return new Set([
      ...products,
      ...findTouchedProducts(deposits, tickets.deposits),
      ...findTouchedProducts(withdrawals, tickets.withdrawals),
    ]);
  }

  #buildPendingEvents(
    figures: readonly Position[],
    touched: ReadonlySet<ProductId>,
  ): readonly AccountEvent[] {
    return figures.flatMap(({ product, pendingDeposits: amount }): AccountEvent[] => {
      const { productId } = product;
      const known = this.#pending.get(productId);
      this.#pending.set(productId, amount);
      const isChanged = known === undefined ? touched.has(productId) : known !== amount;
      return isChanged ? [{ kind: 'pending_deposits', product, amount }] : [];
    });
  }

  #buildPositionEvents(
    figures: readonly Position[],
    touched: ReadonlySet<ProductId>,
  ): readonly AccountEvent[] {
    return figures.flatMap((position): AccountEvent[] => {
      const { productId } = position.product;
      const known = this.#published.get(productId);
      if (!touched.has(productId) || (known && hasSameFigures(known, position))) return [];
      this.#published.set(productId, position);
      return [{ kind: 'position', position }];
    });
  }

  #expectLines({ postings }: AccountSlice): void {
    const [oldest] = postings;
    const newest = postings.at(-1);
    if (oldest === undefined || newest === undefined) return;
    const due = { first: oldest.sequence, last: newest.sequence, count: postings.length };
    this.#dueLines = mergeDueLines(this.#dueLines, due);
    this.#options.debouncer.add(this.#readLedger);
  }

  async #publishLedger(): Promise<void> {
    const due = this.#dueLines;
    this.#dueLines = null;
    if (due === null || this.#listeners.size === 0) return;
    try {
      await this.#options.sequencer.projected(due.last);
      for (const line of await this.#readLines(due)) this.#publishLine(line);
    } catch (error) {
      this.#dueLines = mergeDueLines(due, this.#dueLines);
      this.#retryLater(error);
    }
  }

  /** Reads the lines, oldest first. New lines push unread ones to the next page, so some are read twice. */
  async #readLines({ first, last, count }: DueLines): Promise<readonly LedgerLine[]> {
    const lines = new Map<number, LedgerLine>();
    const limit = Math.min(count + aheadMax, pageMax);
    for (let startIndex = 0; lines.size < count; startIndex += limit) {
      const page = await this.#options.history.listLedger({
        accountId: this.#options.accountId,
        startIndex,
        limit,
      });
      for (const line of page)
        if (line.sequence >= first && line.sequence <= last) lines.set(line.entryId, line);
      const oldest = page.at(-1);
      if (page.length < limit || oldest === undefined || oldest.sequence < first) break;
    }
    return [...lines.values()].sort((a, b) => a.entryId - b.entryId);
  }

  #publishLine(line: LedgerLine): void {
    for (const [listener, after] of this.#listeners)
      if (line.sequence > after) this.#guard(listener, { kind: 'posting', line });
  }

  #publish(event: AccountEvent, listeners: Iterable<AccountListener> = this.#listeners.keys()): void {
    for (const listener of listeners) if (this.#listeners.has(listener)) this.#guard(listener, event);
    if (event.kind !== 'order') return;
    for (const listener of this.#orderListeners) this.#guard(listener, event);
  }

  #guard(listener: AccountListener, event: AccountEvent): void {
    try {
      // The event is durable. The view, which may be ahead of the disk, serves to write it: units and the best prices of now.
      listener(event, this.#options.sequencer.undurable);
    } catch (error) {
      this.#options.log.error({ error, kind: event.kind }, 'an account listener failed');
    }
  }

  #retryLater(error: unknown): void {
    this.#options.log.warn(
      { accountId: this.#options.accountId, error: String(error) },
      'publishing account events failed, will retry',
    );
    if (this.#listeners.size === 0) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.#states.request();
      this.#ledger.request();
    }, retryMs).unref();
  }
}

function createPendingChanges(): PendingChanges {
  return {
    products: new Set(),
    deposits: new Set(),
    withdrawals: new Set(),
    areTicketsOld: false,
    isAccountChanged: false,
  };
}

function merge(from: PendingChanges, into: PendingChanges): void {
  for (const product of from.products) into.products.add(product);
  for (const ticket of from.deposits) into.deposits.add(ticket);
  for (const ticket of from.withdrawals) into.withdrawals.add(ticket);
  into.areTicketsOld ||= from.areTicketsOld;
  into.isAccountChanged ||= from.isAccountChanged;
}

function mergeDueLines(one: DueLines | null, other: DueLines | null): DueLines | null {
  if (one === null || other === null) return one ?? other;
  return {
    first: toSequence(Math.min(one.first, other.first)),
    last: toSequence(Math.max(one.last, other.last)),
    count: one.count + other.count,
  };
}

function toAccountEvent({
  level,
  locked,
}: {
  readonly level: number;
  readonly locked: boolean;
}): AccountEvent {
  return { kind: 'account', level, locked };
}

function findTouchedProducts(
  changed: ReadonlySet<TicketId>,
  tickets: readonly { readonly ticketId: TicketId; readonly productId: ProductId }[],
): ReadonlySet<ProductId> {
  return new Set(tickets.filter(({ ticketId }) => changed.has(ticketId)).map(({ productId }) => productId));
}

type Deposit = AccountTickets['deposits'][number];

function isConfirming({ status, confirmations, confirmationsNeeded }: Deposit): boolean {
  return status === 'Pending' && confirmations < confirmationsNeeded;
}

/** Finds deposits whose number of confirmations has changed. */
function findConfirmedSince(before: AccountTickets | null, now: AccountTickets): readonly Deposit[] {
  if (before === null || before === now) return [];
  const known = new Map(before.deposits.filter(isConfirming).map((one) => [one.ticketId, one.confirmations]));
  return now.deposits.filter(({ ticketId, confirmations }) => {
    const was = known.get(ticketId);
    return was !== undefined && was !== confirmations;
  });
}

/** The value in another product changes with every price and is not a change of the account. */
function hasSameFigures(one: Position, other: Position): boolean {
  return (
    one.total === other.total &&
    one.held === other.held &&
    one.pendingDeposits === other.pendingDeposits &&
    one.pendingWithdrawals === other.pendingWithdrawals &&
    (['day', 'month', 'year'] as const).every(
      (period) =>
        one.deposited[period] === other.deposited[period] &&
        one.withdrawn[period] === other.withdrawn[period],
    )
  );
}
