/** The engine compared with the naive engine: runs the same commands on both, and reports differences. */
import { isDeepStrictEqual } from 'node:util';
import { Engine } from '@salar/engine';
import { sequence } from '@salar/protocol';
import type { Command, Outcome } from '@salar/protocol';
import { EventLog } from './engine-fixture.ts';
import { NaiveEngine } from './naive/naive-engine.ts';
import type { StampedCommand } from './random/random-commands.ts';
import { providers } from './random/scene.ts';

export class EngineDuel {
  readonly log = new EventLog();
  readonly engine = new Engine(this.log);
  readonly naive = new NaiveEngine();
  /** The engine's last outcome. */
  outcome: Outcome | null = null;
  #tradesSeen = 0;
  #endsSeen = 0;

  /** @returns the first difference in outcome, trades, or ended orders; null when both agree */
  apply({ command, at }: StampedCommand): Difference | null {
    const stamp = { sequence: sequence(this.engine.lastSequence + 1), at };
    const outcome = this.engine.apply<Command>(command, stamp);
    this.outcome = outcome;
    const expected = this.naive.apply(command, stamp);
    return difference('outcome', expected, outcome) ?? this.#newTrades() ?? this.#newEnds();
  }

  #newTrades(): Difference | null {
    const expected = this.naive.trades.slice(this.#tradesSeen);
    const trades = this.log.trades.slice(this.#tradesSeen).map((trade) => ({
      tradeId: trade.tradeId,
      instrumentId: trade.instrumentId,
      takerSide: trade.takerSide,
      takerId: trade.taker.orderId,
      makerId: trade.maker.orderId,
      price: trade.price,
      quantity: trade.quantity,
      notional: trade.notional,
      takerFee: trade.taker.fee,
      makerFee: trade.maker.fee,
      makerLeft: trade.maker.remaining,
    }));
    this.#tradesSeen += expected.length;
    return difference('trades', expected, trades);
  }

  #newEnds(): Difference | null {
    const expected = this.naive.ends.slice(this.#endsSeen);
    const ends = this.log.closed.slice(this.#endsSeen).map((order) => ({
      orderId: order.orderId,
      status: order.status,
      reason: order.reason,
      executed: order.executed,
      notional: order.notional,
    }));
    this.#endsSeen += expected.length;
    return difference('orders ended', expected, ends);
  }

  /** @returns the first difference in their whole states */
  compare(): Difference | null {
    return (
      this.#openOrders() ??
      this.#markets() ??
      this.#providers() ??
      this.#positions() ??
      this.#rates() ??
      this.#times()
    );
  }

  #openOrders(): Difference | null {
    const orders = [...this.engine.allOpenOrders()].map((order) => ({
      orderId: order.orderId,
      accountId: order.accountId,
      price: order.price,
      quantity: order.quantity,
      remaining: order.quantity - order.executed,
      executed: order.executed,
      notional: order.notional,
      currentStop: order.stop?.currentStop ?? 0,
      isWaiting: order.stop?.isWaiting ?? false,
      origin: order.origin,
      reason: order.reason,
    }));
    return difference('open orders', this.naive.openOrders(), orders);
  }

  #markets(): Difference | null {
    for (const instrument of this.engine.instruments()) {
      const { instrumentId } = instrument;
      const lastTrade = this.engine.level1(instrumentId).lastTrade?.price ?? null;
      const { state, cause, stateChange } = instrument;
      const market = {
        ...this.engine.level2(instrumentId, Number.MAX_SAFE_INTEGER),
        lastTrade,
        state: { state, cause, stateChange },
        counts: this.engine.openOrderCounts(instrumentId),
        collars: {
          collarPpm: instrument.collarPpm,
          limitCollarPpm: instrument.limitCollarPpm,
          until: instrument.lasting?.until ?? 0,
        },
      };
      const expected = {
        bids: this.naive.levels(instrumentId, 'buy'),
        asks: this.naive.levels(instrumentId, 'sell'),
        lastTrade: this.naive.lastTradePrice(instrumentId),
        state: this.naive.marketState(instrumentId),
        counts: this.naive.orderCounts(instrumentId),
        collars: this.naive.collars(instrumentId),
      };
      const found = difference(`market ${instrumentId}`, expected, market);
      if (found !== null) return found;
    }
    return null;
  }

  #providers(): Difference | null {
    const expected = providers.map((id) => this.naive.providerHalt(id));
    const halts = providers.map((id) => this.engine.providerHalt(id));
    return difference('providers', expected, halts);
  }

  #positions(): Difference | null {
    for (const { accountId } of this.engine.accounts()) {
      for (const { productId } of this.engine.products()) {
        const found = difference(
          `position of ${accountId} in ${productId}`,
          this.naive.position(accountId, productId),
          this.engine.position(accountId, productId),
        );
        if (found !== null) return found;
      }
    }
    return null;
  }

  #rates(): Difference | null {
    const { engine, naive } = this;
    for (const { accountId } of engine.accounts()) {
      for (const { instrumentId } of engine.instruments()) {
        const rates = engine.feeRates(accountId, instrumentId, engine.lastAt);
        const found = difference(
          `rates of ${accountId} on ${instrumentId}`,
          naive.feeRates(accountId, instrumentId),
          rates,
        );
        if (found !== null) return found;
      }
    }
    return null;
  }

  /** Compares what depends on the time of the last command. */
  #times(): Difference | null {
    const { engine, naive } = this;
    for (const { accountId } of engine.accounts()) {
      const usage = engine.withdrawalUsage(accountId, engine.lastAt);
      const found = difference(`usage of ${accountId}`, naive.withdrawalUsage(accountId), usage);
      if (found !== null) return found;
    }
    return difference('next expiry', naive.nextExpiryAt(), engine.nextExpiryAt());
  }
}

export type Difference = { readonly about: string; readonly expected: unknown; readonly got: unknown };

function difference(about: string, expected: unknown, got: unknown): Difference | null {
  return isDeepStrictEqual(expected, got) ? null : { about, expected, got };
}

/**
 * Finds the first difference between engine and model for a list of commands.
 *
 * @param every number of commands after which their whole states are compared; always compared at the end
 */
export function findDifference(commands: readonly StampedCommand[], every = 1): string | null {
  const duel = new EngineDuel();
  for (const [index, stamped] of commands.entries()) {
    let found: Difference | null;
    try {
      found = duel.apply(stamped);
      if (found === null && ((index + 1) % every === 0 || index + 1 === commands.length)) {
        found = duel.compare();
      }
    } catch (error) {
      return `command ${index + 1} ${formatDifference(stamped)}: ${String(error)}`;
    }
    if (found !== null) {
      const { about, expected, got } = found;
      return `command ${index + 1} ${formatDifference(stamped)}: ${about}: expected ${formatDifference(expected)}, got ${formatDifference(got)}`;
    }
  }
  return null;
}

/** Returns as few items as still fail, by leaving out ever smaller parts. */
export function shrinkCommands<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => boolean,
): readonly T[] {
  let left = items;
  for (let size = Math.ceil(left.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < left.length;) {
      const without = [...left.slice(0, start), ...left.slice(start + size)];
      if (fails(without)) left = without;
      else start += size;
    }
  }
  return left;
}

/** Formats commands and values as text, to be read or run again. */
export function formatDifference(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
}
