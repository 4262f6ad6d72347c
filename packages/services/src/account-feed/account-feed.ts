/**
 * Publishes each account's events to the subscribers of that account.
 *
 * Nothing is published before it is durable. The writer's turn only stores the commit; a later turn processes it. Without
 * subscribers the feed does not listen to commits either.
 */
import type { Instrument } from '@salar/engine';
import type { AccountId, InstrumentId, Ticks, Trade, TradeId } from '@salar/protocol';
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
/** Calls the listener after each committed change. */
export interface TicketFollower {
  follow(listener: (change: TicketChange) => void): () => void;
}
interface UserFollower {
  follow(listener: (user: User) => void): () => void;
}
/** Ends a subscription; the listener is not called again. */
export type StopListening = () => void;

export type AccountFeedOptions = Omit<AccountChannelOptions, 'accountId' | 'debouncer'> & {
  readonly sequencer: AccountFeedSource;
  readonly tickets: TicketFollower;
  readonly users: UserFollower;
};

/** How long ledger lines are collected before the read models are made to catch up. */
const debounceMs = 100;

export class AccountFeed {
  readonly #options: AccountFeedOptions;
  readonly #debouncer = new Debouncer(debounceMs);
  readonly #channels = new Map<AccountId, AccountChannel>();
  #committed: AccountBatch[] = [];
  #publishedTo = sequence(0);
  #unsubscribe: (() => void) | null = null;
  readonly #lastTrades = new Map<InstrumentId, { readonly tradeId: TradeId; readonly price: Ticks }>();
  readonly #marketStates = new Map<InstrumentId, Pick<Instrument, 'state' | 'cause'>>();

  constructor(options: AccountFeedOptions) {
    this.#options = options;
  }

  /** Subscribes to everything that is committed from now on. The account must be open. */
  listen(accountId: AccountId, listener: AccountListener): StopListening {
    return this.#subscribe(accountId, listener, (channel) => channel.add(listener, this.#publishedTo));
  }

  /** Subscribes to the account's orders only. */
  listenToOrders(accountId: AccountId, listener: AccountListener): StopListening {
    return this.#subscribe(accountId, listener, (channel) => channel.addToOrders(listener));
  }

  /** Ends every subscription. */
  close(): void {
    this.#channels.clear();
    this.#unsubscribeFromSources();
  }

  #subscribe(
    accountId: AccountId,
    listener: AccountListener,
    add: (channel: AccountChannel) => void,
  ): StopListening {
    this.#publishCommitted(); // for the present subscribers, not for the new one
    this.#subscribeToSources();
    const channel =
      this.#channels.get(accountId) ??
      new AccountChannel({ ...this.#options, accountId, debouncer: this.#debouncer });
    this.#channels.set(accountId, channel);
    add(channel);
    return () => {
      channel.remove(listener);
      if (!channel.isEmpty || this.#channels.get(accountId) !== channel) return;
      this.#channels.delete(accountId);
      if (this.#channels.size === 0) this.#unsubscribeFromSources();
    };
  }

  #subscribeToSources(): void {
    if (this.#unsubscribe !== null) return;
    const { sequencer, tickets, users } = this.#options;
    // Undurable on purpose: what later commits are compared with, and a commit that is not on disk yet follows as a batch.
    const { undurable: view } = sequencer;
    for (const { instrumentId, state, cause } of view.instruments()) {
      this.#marketStates.set(instrumentId, { state, cause });
      const { lastTrade } = view.level1(instrumentId);
      if (lastTrade) this.#lastTrades.set(instrumentId, lastTrade);
    }
    const stops = [
      sequencer.subscribe((batch) => this.#onBatch(batch)),
      tickets.follow((change) => this.#ticketChanged(change)),
      users.follow(({ accountId }) => this.#channels.get(accountId)?.accountChanged()),
    ];
    this.#unsubscribe = () => stops.forEach((stop) => stop());
  }

  #unsubscribeFromSources(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.#debouncer.clear();
    this.#committed = [];
    this.#publishedTo = sequence(0);
    this.#lastTrades.clear();
    this.#marketStates.clear();
  }

  /** Runs in the writer's turn, so it only stores the batch. */
  #onBatch(batch: AccountBatch): void {
    this.#committed.push(batch);
    if (this.#committed.length === 1) setImmediate(() => this.#publishCommitted());
  }

  #publishCommitted(): void {
    const batches = this.#committed;
    this.#committed = [];
    for (const batch of batches) {
      this.#publishedTo = batch.lastSequence;
      try {
        this.#publishBatch(batch);
      } catch (error) {
        // The commit is durable and subscribers can query it: a failure to publish must not stop the exchange.
        this.#options.log.error(
          { error, sequence: batch.lastSequence },
          'failed to publish a commit to account subscribers',
        );
      }
    }
  }

  #publishBatch(batch: AccountBatch): void {
    const slices = new Map<AccountChannel, AccountSlice>();
    // Undurable on purpose: the batch is durable, and the view only finds whose products it is about.
    sliceByAccount(batch, this.#options.sequencer.undurable, {
      sliceFor: (accountId) => {
        const channel = this.#channels.get(accountId);
        if (channel === undefined) return null;
        const slice = slices.get(channel) ?? emptySlice();
        slices.set(channel, slice);
        return slice;
      },
      priceBefore: (trade) => this.#findPriceBefore(trade),
    });
    for (const change of this.#findMarketStateChanges(batch))
      for (const channel of this.#channels.values()) channel.marketStateChanged(change);
    for (const [channel, slice] of slices) channel.committed(slice);
  }

  #findPriceBefore({ instrumentId, tradeId, price }: Trade): Ticks | undefined {
    const last = this.#lastTrades.get(instrumentId);
    this.#lastTrades.set(instrumentId, { tradeId, price });
    // The last trade that the engine showed at the start may be this very trade, or a later one.
    return last !== undefined && last.tradeId < tradeId ? last.price : undefined;
  }

  *#findMarketStateChanges({ commands, at }: AccountBatch): Generator<MarketStateChange> {
    for (const { command, outcome } of commands) {
      if (command.type !== 'SetInstrumentState' || !outcome.ok) continue;
      const { instrumentId, state, cause } = command;
      const before = this.#marketStates.get(instrumentId);
      this.#marketStates.set(instrumentId, { state, cause });
      if (before !== undefined && (before.state !== state || before.cause !== cause))
        yield { instrumentId, before: before.state, state, cause, at };
    }
  }

  #ticketChanged(change: TicketChange): void {
    if (change.table === 'chain_cursor') for (const channel of this.#channels.values()) channel.chainGrew();
    else this.#channels.get(change.accountId)?.ticketChanged(change.table, change.ticketId);
  }
}
