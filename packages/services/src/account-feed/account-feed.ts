/**
 * What happens in accounts, for those who subscribe to their own.
 *
 * Nothing is told before it is on disk. The writer's turn only notes the commit; a later one takes it apart. While nobody
 * listens it does not listen either.
 */
import type { AccountId, InstrumentId, InstrumentState, Ticks, Trade, TradeId } from '@salar/protocol';
import { sequence } from '@salar/protocol';
import type { TicketChange } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { EnginePort } from '../ports/engine-port.ts';
import { AccountChannel } from './account-channel.ts';
import type { AccountChannelOptions } from './account-channel.ts';
import type { AccountListener, MarketStateChange } from './account-events.ts';
import { Debouncer } from '../background/debouncer.ts';
import { emptySlice, sliceByAccount } from './account-slice.ts';
import type { AccountBatch, AccountSlice } from './account-slice.ts';

export interface AccountFeedSource extends EnginePort {
  subscribe(listener: (batch: AccountBatch) => void): () => void;
}
/** Calls back after each change that is committed. */
export interface TicketFollower {
  followTickets(heard: (change: TicketChange) => void): () => void;
}
export interface UserFollower {
  follow(heard: (user: User) => void): () => void;
}
/** Ends a subscription; nothing is heard after it. */
export type StopListening = () => void;

export type AccountFeedOptions = Omit<AccountChannelOptions, 'debouncer'> & {
  readonly sequencer: AccountFeedSource;
  readonly tickets: TicketFollower;
  readonly users: UserFollower;
};

/** So long lines of the ledger are gathered: the read models are asked to hurry for them. */
const gatherMs = 100;

export class AccountFeed {
  readonly #options: AccountFeedOptions;
  readonly #gathering = new Debouncer(gatherMs);
  readonly #channels = new Map<AccountId, AccountChannel>();
  #committed: AccountBatch[] = [];
  #heardTo = sequence(0);
  #stopHearing: (() => void) | null = null;
  readonly #lastTrades = new Map<InstrumentId, { readonly tradeId: TradeId; readonly price: Ticks }>();
  readonly #marketStates = new Map<InstrumentId, InstrumentState>();

  constructor(options: AccountFeedOptions) {
    this.#options = options;
  }

  /** Hears of everything that is committed from now on. The account must be open. */
  listen(accountId: AccountId, listener: AccountListener): StopListening {
    return this.#listening(accountId, listener, (channel) => channel.add(listener, this.#heardTo));
  }

  /** Hears of the account's orders only. */
  listenToOrders(accountId: AccountId, listener: AccountListener): StopListening {
    return this.#listening(accountId, listener, (channel) => channel.addToOrders(listener));
  }

  /** Ends every subscription. */
  close(): void {
    this.#channels.clear();
    this.#rest();
  }

  #listening(
    accountId: AccountId,
    listener: AccountListener,
    add: (channel: AccountChannel) => void,
  ): StopListening {
    this.#tellCommitted(); // those who listen already hear of it, and the new one does not
    this.#hearFromNowOn();
    const channel =
      this.#channels.get(accountId) ??
      new AccountChannel(accountId, { ...this.#options, debouncer: this.#gathering });
    this.#channels.set(accountId, channel);
    add(channel);
    return () => {
      channel.remove(listener);
      if (!channel.isEmpty || this.#channels.get(accountId) !== channel) return;
      this.#channels.delete(accountId);
      if (this.#channels.size === 0) this.#rest();
    };
  }

  #hearFromNowOn(): void {
    if (this.#stopHearing !== null) return;
    const { sequencer, tickets, users } = this.#options;
    const { engine } = sequencer;
    for (const { instrumentId, state } of engine.instruments()) {
      this.#marketStates.set(instrumentId, state);
      const { lastTrade } = engine.level1(instrumentId);
      if (lastTrade) this.#lastTrades.set(instrumentId, lastTrade);
    }
    const stops = [
      sequencer.subscribe((batch) => this.#hear(batch)),
      tickets.followTickets((change) => this.#ticketChanged(change)),
      users.follow(({ accountId }) => this.#channels.get(accountId)?.accountChanged()),
    ];
    this.#stopHearing = () => stops.forEach((stop) => stop());
  }

  #rest(): void {
    this.#stopHearing?.();
    this.#stopHearing = null;
    this.#gathering.clear();
    this.#committed = [];
    this.#heardTo = sequence(0);
    this.#lastTrades.clear();
    this.#marketStates.clear();
  }

  /** Runs in the writer's turn. */
  #hear(batch: AccountBatch): void {
    this.#committed.push(batch);
    if (this.#committed.length === 1) setImmediate(() => this.#tellCommitted());
  }

  #tellCommitted(): void {
    const batches = this.#committed;
    this.#committed = [];
    for (const batch of batches) {
      this.#heardTo = batch.lastSequence;
      try {
        this.#tellBatch(batch);
      } catch (error) {
        // The commit stands, and who listens can ask; the exchange does not end over what it tells of it.
        this.#options.log.error({ error, sequence: batch.lastSequence }, 'a commit was not told to accounts');
      }
    }
  }

  #tellBatch(batch: AccountBatch): void {
    const parts = new Map<AccountChannel, AccountSlice>();
    sliceByAccount(batch, this.#options.sequencer.engine, {
      partOf: (accountId) => {
        const channel = this.#channels.get(accountId);
        if (channel === undefined) return null;
        const part = parts.get(channel) ?? emptySlice();
        parts.set(channel, part);
        return part;
      },
      priceBefore: (trade) => this.#priceBefore(trade),
    });
    for (const change of this.#marketStateChanges(batch))
      for (const channel of this.#channels.values()) channel.marketStateChanged(change);
    for (const [channel, part] of parts) channel.committed(part);
  }

  #priceBefore({ instrumentId, tradeId, price }: Trade): Ticks | undefined {
    const last = this.#lastTrades.get(instrumentId);
    this.#lastTrades.set(instrumentId, { tradeId, price });
    // What the engine showed at the beginning may be this very trade, or one that came after it.
    return last !== undefined && last.tradeId < tradeId ? last.price : undefined;
  }

  *#marketStateChanges({ commands, at }: AccountBatch): Generator<MarketStateChange> {
    for (const { command, outcome } of commands) {
      if (command.type !== 'SetInstrumentState' || !outcome.ok) continue;
      const { instrumentId, state } = command;
      const before = this.#marketStates.get(instrumentId);
      this.#marketStates.set(instrumentId, state);
      if (before !== undefined && before !== state) yield { instrumentId, before, state, at };
    }
  }

  #ticketChanged(change: TicketChange): void {
    if (change.table === 'chain_cursor') for (const channel of this.#channels.values()) channel.chainGrew();
    else this.#channels.get(change.accountId)?.ticketChanged(change.table, change.ticketId);
  }
}
