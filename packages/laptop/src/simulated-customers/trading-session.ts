/**
 * Trades as the simulated customers over the ordinary API: it waits, draws an action, sends it, and cancels orders
 * that have rested long enough.
 *
 * One step at a time, so a slow exchange gets fewer requests. Open orders are bounded, and requests to an exchange
 * that is unreachable or limits them are delayed for a growing time.
 */
import type { Random } from '../price-simulated/random.ts';
import {
  NoAnswer,
  NotSignedIn,
  OutOfService,
  SalarRefusal,
  StillRunning,
  TooManyRequests,
} from '@salar/client';
import type { Client } from '@salar/client';
import { drawWaitMs, planOrder } from './order-plan.ts';
import type { Balance, TradedInstrument } from './order-plan.ts';
import { pause } from './pause.ts';

/** The part of the typed client that is used. */
export type TradingClient = Pick<
  Client['call'],
  'GetInstruments' | 'GetLevel1' | 'GetAccountPositions' | 'SendOrder' | 'CancelOrder' | 'CancelAllOrders'
>;

export type SimulatedCustomer = {
  readonly name: string;
  readonly client: TradingClient;
  /** Decimal text by product symbol: the customer's initial funds. */
  readonly funds: Readonly<Record<string, string>>;
};

export type TradingOptions = {
  readonly customers: readonly SimulatedCustomer[];
  readonly ordersPerMinute: number;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onOrder: () => void;
  readonly warn: (message: string, error: unknown) => void;
  readonly now?: () => number;
};

type RestingOrder = {
  readonly customer: SimulatedCustomer;
  readonly orderId: number;
  readonly until: number;
};

/** Resting orders in one market, of all customers together. */
export const restingMax = 4;
const retryMsMin = 1_000;
const retryMsMax = 60_000;
/** Orders that are due are canceled at least this often, however long the wait for the next order is. */
const stepMsMax = 2_000;

export class TradingSession {
  readonly #options: TradingOptions;
  readonly #now: () => number;
  /** Customers who can sign in. */
  readonly #customers: SimulatedCustomer[];
  /** Customers whose orders of an earlier run have been canceled. */
  readonly #begun = new Set<SimulatedCustomer>();
  readonly #resting = new Map<number, RestingOrder[]>();
  /** Markets without a trade in this run; they come first, so that none is left to chance. */
  #untraded: TradedInstrument[] = [];
  #instruments: readonly TradedInstrument[] = [];
  #failures = 0;
  #retryMs = retryMsMin;

  constructor(options: TradingOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#customers = [...options.customers];
  }

  /** Resolves when `signal` has ended it, or when no customer can sign in. Never throws. */
  async run(): Promise<void> {
    const { signal, random } = this.#options;
    let nextAt = this.#now();
    while (!signal.aborted && this.#customers.length > 0) {
      const isDue = this.#now() >= nextAt;
      const isDone = await this.#attempt(async () => {
        await this.#cancelDue();
        if (isDue) await this.#act();
        return isDue;
      });
      if (isDue && isDone) nextAt = this.#now() + drawWaitMs(this.#ordersPerMinute(), random);
      await pause(isDone ? Math.min(nextAt - this.#now(), stepMsMax) : this.#retryMs, signal);
    }
  }

  #ordersPerMinute(): number {
    return this.#options.ordersPerMinute * Math.max(1, this.#instruments.length);
  }

  /**
   * @param step  returns whether it made a request
   * @returns false when it has to be tried again later
   */
  async #attempt(step: () => Promise<boolean>): Promise<boolean> {
    const { signal, warn } = this.#options;
    try {
      if (await step()) this.#failures = 0;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      this.#retryMs = Math.min(
        retryMsMax,
        Math.max(retryMsMin * 2 ** this.#failures, readRetryDelayMs(error)),
      );
      this.#failures = Math.min(this.#failures + 1, 10);
      const isPassing =
        error instanceof NoAnswer ||
        error instanceof OutOfService ||
        error instanceof TooManyRequests ||
        error instanceof StillRunning;
      if (!isPassing || this.#failures === 1) warn('simulated customers wait', error);
      return false;
    }
  }

  async #act(): Promise<void> {
    const { random } = this.#options;
    const customer = pick(this.#customers, random);
    if (!customer) return;
    let first: TradedInstrument | undefined;
    try {
      if (this.#instruments.length === 0) await this.#readInstruments(customer);
      first = this.#untraded.at(-1);
      const instrument = first ?? pick(this.#instruments, random);
      if (!instrument) return;
      await this.#begin(customer);
      await this.#trade(customer, instrument, { isMarketOnly: first !== undefined });
    } catch (error) {
      if (error instanceof NotSignedIn) {
        this.#retire(customer, error);
        return;
      }
      // A refusal, such as too little money or a paused market, is an ordinary answer.
      if (!(error instanceof SalarRefusal)) throw error;
    }
    this.#untraded = this.#untraded.filter((one) => one !== first);
  }

  async #readInstruments({ client }: SimulatedCustomer): Promise<void> {
    const { random, signal } = this.#options;
    const rows = await client.GetInstruments({}, { signal });
    this.#instruments = rows.map((row) => ({
      instrumentId: row.InstrumentId,
      base: row.Product1Symbol,
      quote: row.Product2Symbol,
      quantityIncrement: row.QuantityIncrement,
      priceIncrement: row.PriceIncrement,
    }));
    this.#untraded = this.#instruments
      .map((instrument) => ({ instrument, draw: random.uniform() }))
      .toSorted((a, b) => a.draw - b.draw)
      .map(({ instrument }) => instrument);
  }

  /** Cancels orders of an earlier run before the first new one. */
  async #begin(customer: SimulatedCustomer): Promise<void> {
    if (this.#begun.has(customer)) return;
    await customer.client.CancelAllOrders({}, { signal: this.#options.signal });
    this.#begun.add(customer);
  }

  async #trade(
    customer: SimulatedCustomer,
    instrument: TradedInstrument,
    { isMarketOnly }: { readonly isMarketOnly: boolean },
  ): Promise<void> {
    const { random, signal, onOrder } = this.#options;
    const { client } = customer;
    const { instrumentId } = instrument;
    const [level1, positions] = await Promise.all([
      client.GetLevel1({ InstrumentId: instrumentId }, { signal }),
      client.GetAccountPositions({}, { signal }),
    ]);
    const balanceOf = (symbol: string): Balance => {
      const position = positions.find(({ ProductSymbol }) => ProductSymbol === symbol);
      return {
        available: position ? Number(position.Amount) - Number(position.Hold) : 0,
        target: Number(customer.funds[symbol] ?? '0'),
      };
    };
    const resting = this.#resting.get(instrumentId) ?? [];
    const plan = planOrder(
      instrument,
      { bid: Number(level1.BestBid), ask: Number(level1.BestOffer) },
      { base: balanceOf(instrument.base), quote: balanceOf(instrument.quote) },
      random,
      { isMarketOnly: isMarketOnly || resting.length >= restingMax },
    );
    if (plan === null) return;
    const order = { InstrumentId: instrumentId, Side: plan.side, Quantity: plan.quantity } as const;
    if (plan.limitPrice === null || plan.lifeMs === null) {
      await client.SendOrder({ ...order, OrderType: 'Market', TimeInForce: 'GTC' }, { signal });
    } else {
      const sent = await client.SendOrder(
        { ...order, OrderType: 'Limit', TimeInForce: 'GTC', LimitPrice: plan.limitPrice },
        { signal },
      );
      const until = this.#now() + plan.lifeMs;
      if (sent.OrderId)
        this.#resting.set(instrumentId, [...resting, { customer, orderId: sent.OrderId, until }]);
    }
    onOrder();
  }

  async #cancelDue(): Promise<void> {
    const { signal } = this.#options;
    const now = this.#now();
    for (const [instrumentId, orders] of this.#resting)
      for (const order of orders) {
        if (order.until > now) continue;
        try {
          await order.customer.client.CancelOrder({ OrderId: order.orderId }, { signal });
        } catch (error) {
          // An order that has traded meanwhile cannot be canceled.
          if (!(error instanceof SalarRefusal) && !(error instanceof NotSignedIn)) throw error;
        }
        const left = (this.#resting.get(instrumentId) ?? []).filter((one) => one !== order);
        this.#resting.set(instrumentId, left);
      }
  }

  #retire(customer: SimulatedCustomer, error: unknown): void {
    this.#customers.splice(this.#customers.indexOf(customer), 1);
    this.#options.warn(`the simulated customer ${customer.name} cannot sign in and trades no more`, error);
  }
}

function readRetryDelayMs(error: unknown): number {
  const hasDelay =
    error instanceof TooManyRequests || error instanceof OutOfService || error instanceof StillRunning;
  return hasDelay ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random.uniform() * items.length)];
}
