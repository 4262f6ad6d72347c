/**
 * One account that somebody listens to.
 *
 * Orders and trades are told one by one. Positions, tickets and the account itself are read when something about them has
 * changed, and told as they are then: however much happens in between, the newest state is told once.
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
  readonly sequencer: EnginePort;
  readonly history: Pick<History, 'listLedger'>;
  readonly positions: Pick<PositionService, 'listFromTickets' | 'listTickets'>;
  readonly deposits: Pick<DepositService, 'find'>;
  readonly withdrawals: Pick<WithdrawalService, 'find'>;
  readonly comments: Pick<TicketComments, 'listByTicket'>;
  /** Shared by all accounts: the read models are waited for once. */
  readonly debouncer: Debouncer;
  readonly log: Log;
};

/** What has changed and is not told yet. */
type Notes = {
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
/** Lines of the ledger that are not told yet: so many, of these commands. */
type DueLines = { readonly first: Sequence; readonly last: Sequence; readonly count: number };

/** Between two tries while the database is away. */
const retryMs = 1000;
/** Lines of the ledger read at once at most. */
const pageMax = 500;
/** Lines of later commits that the ledger may be ahead by, as a rule. */
const aheadMax = 20;

export class AccountChannel {
  readonly #accountId: AccountId;
  readonly #options: AccountChannelOptions;
  /** Each with the last command that was told before it came. */
  readonly #listeners = new Map<AccountListener, Sequence>();
  readonly #orderListeners = new Set<AccountListener>();
  readonly #states = new CoalescedTask(() => this.#tellStates());
  readonly #ledger = new CoalescedTask(() => this.#tellLedger());
  #notes = emptyNotes();
  #dueLines: DueLines | null = null;
  #tickets: AccountTickets | null = null;
  /** As everybody who listens has heard them. */
  readonly #told = new Map<ProductId, Position>();
  readonly #pending = new Map<ProductId, Minor>();
  /** How many have begun to listen. */
  #joined = 0;
  #retry: NodeJS.Timeout | null = null;
  readonly #readLedger = () => this.#ledger.request();

  constructor(accountId: AccountId, options: AccountChannelOptions) {
    this.#accountId = accountId;
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0 && this.#orderListeners.size === 0;
  }

  /** @param told  the last command whose events the listener is not to hear */
  add(listener: AccountListener, told: Sequence): void {
    this.#listeners.set(listener, told);
    this.#joined += 1;
    this.#told.clear(); // it has heard of none
    if (this.#tickets !== null) return;
    this.#notes.areTicketsOld = true;
    this.#states.request();
  }

  /** Hears of orders only. */
  addToOrders(listener: AccountListener): void {
    this.#orderListeners.add(listener);
  }

  remove(listener: AccountListener): void {
    this.#listeners.delete(listener);
    this.#orderListeners.delete(listener);
    if (this.#listeners.size > 0) return;
    if (this.#retry !== null) clearTimeout(this.#retry);
    this.#retry = null;
    this.#notes = emptyNotes();
    this.#dueLines = null;
    this.#pending.clear();
    this.#tickets = null; // nobody follows them any more
  }

  /** Tells what a commit brought. */
  committed(part: AccountSlice): void {
    for (const refused of part.refused) this.#tell({ kind: 'refused', ...refused });
    for (const event of ordersAndTrades(part, this.#accountId)) this.#tell(event);
    if (this.#listeners.size === 0) return;
    for (const posting of part.postings)
      if (posting.kind === 'deposit' && posting.amount > 0n) this.#tell({ kind: 'credited', posting });
    for (const level of part.levels) this.#tell({ kind: 'level', level });
    for (const product of part.products) this.#notes.products.add(product);
    if (part.isAccountChanged) this.#notes.isAccountChanged = true;
    if (part.products.size > 0 || part.isAccountChanged) this.#states.request();
    this.#expectLines(part);
  }

  marketStateChanged(change: MarketStateChange): void {
    this.#tell({ kind: 'market_state', ...change });
  }

  ticketChanged(table: 'deposit' | 'withdrawal', ticketId: TicketId): void {
    if (this.#listeners.size === 0) return;
    (table === 'deposit' ? this.#notes.deposits : this.#notes.withdrawals).add(ticketId);
    this.#notes.areTicketsOld = true;
    this.#states.request();
  }

  /** A chain has grown: deposits that wait for it have more confirmations. */
  chainGrew(): void {
    if (this.#tickets?.deposits.some(isConfirming) !== true) return;
    this.#notes.areTicketsOld = true;
    this.#states.request();
  }

  accountChanged(): void {
    if (this.#listeners.size === 0) return;
    this.#notes.isAccountChanged = true;
    this.#states.request();
  }

  async #tellStates(): Promise<void> {
    if (this.#listeners.size === 0) return;
    const notes = this.#notes;
    this.#notes = emptyNotes();
    // Whoever joins while this is read has asked for what is newer.
    const listeners = [...this.#listeners.keys()];
    const joined = this.#joined;
    try {
      const told = await this.#eventsOf(notes);
      for (const event of told) this.#tell(event, listeners);
      if (joined !== this.#joined) this.#told.clear();
    } catch (error) {
      merge(notes, this.#notes);
      this.#tryLater(error);
    }
  }

  async #eventsOf(notes: Notes): Promise<readonly AccountEvent[]> {
    const { sequencer, positions } = this.#options;
    const before = this.#tickets;
    const changed = await this.#changedTickets(notes);
    let tickets = before;
    if (tickets === null || notes.areTicketsOld) tickets = await positions.listTickets(this.#accountId);
    const confirmed = confirmedSince(before, tickets).filter(({ ticketId }) => !notes.deposits.has(ticketId));
    const ticketEvents = await this.#ticketEvents(changed, confirmed);
    const account = sequencer.engine.account(this.#accountId);
    const figures = await positions.listFromTickets(this.#accountId, tickets); // from here on all of it is on disk
    if (this.#listeners.size > 0) this.#tickets = tickets;
    return [
      ...(notes.isAccountChanged && account ? [accountEvent(account)] : []),
      ...ticketEvents,
      ...this.#pendingEvents(figures, touchedBy(notes.deposits, tickets.deposits)),
      ...this.#positionEvents(figures, this.#touched(notes, tickets)),
    ];
  }

  /** Tickets that have changed, and deposits that have more confirmations. */
  async #ticketEvents(
    changed: ChangedTickets,
    confirmed: readonly DepositTicket[],
  ): Promise<readonly TicketEvent[]> {
    const deposits = [...changed.deposits, ...confirmed];
    const codes = [...deposits, ...changed.withdrawals].map(({ requestCode }) => requestCode);
    const comments = await this.#options.comments.listByTicket(codes);
    const told = <T extends { readonly requestCode: string }>(ticket: T) => ({
      ticket,
      comments: comments.get(ticket.requestCode) ?? [],
    });
    return [
      ...deposits.map((ticket) => ({ kind: 'deposit_ticket', ...told(ticket) }) as const),
      ...changed.withdrawals.map((ticket) => ({ kind: 'withdraw_ticket', ...told(ticket) }) as const),
    ];
  }

  async #changedTickets(notes: Notes): Promise<ChangedTickets> {
    const changed = { deposits: [] as DepositTicket[], withdrawals: [] as WithdrawTicket[] };
    const claim = (ticketId: TicketId) => ({ accountId: this.#accountId, ticketId });
    for (const ticketId of notes.deposits) {
      const ticket = await this.#options.deposits.find(claim(ticketId));
      if (ticket) changed.deposits.push(ticket);
    }
    for (const ticketId of notes.withdrawals) {
      const ticket = await this.#options.withdrawals.find(claim(ticketId));
      if (ticket) changed.withdrawals.push(ticket);
    }
    return changed;
  }

  #touched(notes: Notes, tickets: AccountTickets): ReadonlySet<ProductId> {
    const { products, deposits, withdrawals } = notes;
    return new Set([
      ...products,
      ...touchedBy(deposits, tickets.deposits),
      ...touchedBy(withdrawals, tickets.withdrawals),
    ]);
  }

  #pendingEvents(figures: readonly Position[], touched: ReadonlySet<ProductId>): readonly AccountEvent[] {
    return figures.flatMap(({ product, pendingDeposits: amount }): AccountEvent[] => {
      const { productId } = product;
      const known = this.#pending.get(productId);
      this.#pending.set(productId, amount);
      const isNews = known === undefined ? touched.has(productId) : known !== amount;
      return isNews ? [{ kind: 'pending_deposits', product, amount }] : [];
    });
  }

  #positionEvents(figures: readonly Position[], touched: ReadonlySet<ProductId>): readonly AccountEvent[] {
    return figures.flatMap((position): AccountEvent[] => {
      const { productId } = position.product;
      const known = this.#told.get(productId);
      if (!touched.has(productId) || (known && hasSameFigures(known, position))) return [];
      this.#told.set(productId, position);
      return [{ kind: 'position', position }];
    });
  }

  #expectLines({ postings }: AccountSlice): void {
    const [oldest] = postings;
    const newest = postings.at(-1);
    if (oldest === undefined || newest === undefined) return;
    const due = { first: oldest.sequence, last: newest.sequence, count: postings.length };
    this.#dueLines = together(this.#dueLines, due);
    this.#options.debouncer.add(this.#readLedger);
  }

  async #tellLedger(): Promise<void> {
    const due = this.#dueLines;
    this.#dueLines = null;
    if (due === null || this.#listeners.size === 0) return;
    try {
      await this.#options.sequencer.projected(due.last);
      for (const line of await this.#linesOf(due)) this.#tellLine(line);
    } catch (error) {
      this.#dueLines = together(due, this.#dueLines);
      this.#tryLater(error);
    }
  }

  /** Oldest first. New lines push those that were not read yet to the next page, so some are read twice. */
  async #linesOf({ first, last, count }: DueLines): Promise<readonly LedgerLine[]> {
    const lines = new Map<number, LedgerLine>();
    const limit = Math.min(count + aheadMax, pageMax);
    for (let startIndex = 0; lines.size < count; startIndex += limit) {
      const page = await this.#options.history.listLedger({ accountId: this.#accountId, startIndex, limit });
      for (const line of page)
        if (line.sequence >= first && line.sequence <= last) lines.set(line.entryId, line);
      const oldest = page.at(-1);
      if (page.length < limit || oldest === undefined || oldest.sequence < first) break;
    }
    return [...lines.values()].sort((a, b) => a.entryId - b.entryId);
  }

  #tellLine(line: LedgerLine): void {
    for (const [listener, told] of this.#listeners)
      if (line.sequence > told) this.#guard(listener, { kind: 'posting', line });
  }

  #tell(event: AccountEvent, listeners: Iterable<AccountListener> = this.#listeners.keys()): void {
    for (const listener of listeners) if (this.#listeners.has(listener)) this.#guard(listener, event);
    if (event.kind !== 'order') return;
    for (const listener of this.#orderListeners) this.#guard(listener, event);
  }

  #guard(listener: AccountListener, event: AccountEvent): void {
    try {
      listener(event);
    } catch (error) {
      this.#options.log.error({ error, kind: event.kind }, 'a listener of an account failed');
    }
  }

  #tryLater(error: unknown): void {
    this.#options.log.warn({ accountId: this.#accountId, error: String(error) }, 'account events must wait');
    if (this.#listeners.size === 0) return;
    this.#retry ??= setTimeout(() => {
      this.#retry = null;
      this.#states.request();
      this.#ledger.request();
    }, retryMs).unref();
  }
}

function emptyNotes(): Notes {
  return {
    products: new Set(),
    deposits: new Set(),
    withdrawals: new Set(),
    areTicketsOld: false,
    isAccountChanged: false,
  };
}

function merge(from: Notes, into: Notes): void {
  for (const product of from.products) into.products.add(product);
  for (const ticket of from.deposits) into.deposits.add(ticket);
  for (const ticket of from.withdrawals) into.withdrawals.add(ticket);
  into.areTicketsOld ||= from.areTicketsOld;
  into.isAccountChanged ||= from.isAccountChanged;
}

function together(one: DueLines | null, other: DueLines | null): DueLines | null {
  if (one === null || other === null) return one ?? other;
  return {
    first: toSequence(Math.min(one.first, other.first)),
    last: toSequence(Math.max(one.last, other.last)),
    count: one.count + other.count,
  };
}

function accountEvent({ level, locked }: { readonly level: number; readonly locked: boolean }): AccountEvent {
  return { kind: 'account', level, locked };
}

function touchedBy(
  changed: ReadonlySet<TicketId>,
  tickets: readonly { readonly ticketId: TicketId; readonly productId: ProductId }[],
): ReadonlySet<ProductId> {
  return new Set(tickets.filter(({ ticketId }) => changed.has(ticketId)).map(({ productId }) => productId));
}

type Deposit = AccountTickets['deposits'][number];

function isConfirming({ status, confirmations, confirmationsNeeded }: Deposit): boolean {
  return status === 'Pending' && confirmations < confirmationsNeeded;
}

/** Deposits that have another number of confirmations than before. */
function confirmedSince(before: AccountTickets | null, now: AccountTickets): readonly Deposit[] {
  if (before === null || before === now) return [];
  const known = new Map(before.deposits.filter(isConfirming).map((one) => [one.ticketId, one.confirmations]));
  return now.deposits.filter(({ ticketId, confirmations }) => {
    const was = known.get(ticketId);
    return was !== undefined && was !== confirmations;
  });
}

/** The worth in another product moves with every price and is not a change of the account. */
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
