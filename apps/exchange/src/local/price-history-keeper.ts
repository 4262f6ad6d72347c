/** Gives the laptop's market a past, and goes on writing it: closes by the minute, 30 days coarse before that. */
import { millis, ticks, unitOf } from '@salar/protocol';
import type { InstrumentId, Ticks } from '@salar/protocol';
import type { Engine, Instrument } from '@salar/engine';
import type { Database } from '@salar/store';
import { closePriceAt, seedPriceHistory } from '@salar/store/projection/price-history';
import { anchors } from '@salar/adapters/price-simulated/market-model';
import type { Rates } from '@salar/adapters/price-simulated/market-model';
import { pastPath } from '@salar/adapters/price-simulated/price-path';
import { priceIn } from '@salar/adapters/price-simulated/simulated-prices';
import type { SimulatedPrices } from '@salar/adapters/price-simulated/simulated-prices';
import type { Log } from '@salar/services/ports/log';
import { referenceScale } from '@salar/services/ports/reference-prices';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const fineMs = 26 * hourMs;
const coarseMs = 30 * 24 * hourMs;

type Close = {
  readonly instrumentId: InstrumentId;
  readonly atMinute: ReturnType<typeof millis>;
  readonly closeTicks: Ticks;
};

/** The rates where the engine's reference prices left them, so that a restart does not jump; the anchors before that. */
export function lastRates(engine: Engine): Partial<Rates> {
  const notional = (symbol: string) => {
    const product = engine.products().find((one) => one.symbol === symbol);
    const price = product && engine.referencePrice(product.productId);
    return price === undefined || price === null || price === 0n ? null : Number(price);
  };
  const usdt = notional('USDT');
  if (usdt === null) return {};
  const rate = (symbol: string) => {
    const price = notional(symbol);
    return price === null ? null : price / usdt;
  };
  const [btc, eth, usdc, brl] = [rate('BTC'), rate('ETH'), rate('USDC'), rate('BRL')];
  return {
    USDTCOP: usdt / 100,
    ...(btc === null ? {} : { BTCUSDT: btc }),
    ...(eth === null ? {} : { ETHUSDT: eth }),
    ...(usdc === null ? {} : { USDCUSDT: usdc }),
    ...(brl === null ? {} : { USDTBRL: 1 / brl }),
  };
}

export class PriceHistoryKeeper {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #prices: SimulatedPrices;
  readonly #log: Log;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly database: Database;
    readonly engine: Engine;
    readonly prices: SimulatedPrices;
    readonly log: Log;
  }) {
    this.#database = options.database;
    this.#engine = options.engine;
    this.#prices = options.prices;
    this.#log = options.log;
  }

  /** Fills the time since the last known close: all of the past at the first start, the gap after a pause. */
  async fill(now: number): Promise<void> {
    const thisMinute = now - (now % minuteMs);
    const last = await this.#lastClose(now);
    const since = last?.at ?? thisMinute - coarseMs;
    const times: number[] = [];
    for (let at = nextStep(since); at < thisMinute; at += at < thisMinute - fineMs ? hourMs : minuteMs)
      times.push(at);
    if (times.length === 0) return;
    const end = { at: thisMinute, rates: this.#prices.rates };
    const start = last && { at: since, rates: last.rates };
    const path = pastPath({ times, end, seed: Math.floor(since / minuteMs), ...(start ? { start } : {}) });
    await seedPriceHistory(
      this.#database,
      path.flatMap(({ at, rates }) => this.#closes(rates, at)),
    );
  }

  start(): void {
    this.#timer = setInterval(() => {
      const now = Date.now();
      seedPriceHistory(this.#database, this.#closes(this.#prices.rates, now - (now % minuteMs))).catch(
        (error: unknown) => this.#log.warn({ error }, 'a minute of price history was not written'),
      );
    }, minuteMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #lastClose(now: number): Promise<{ at: number; rates: Rates } | null> {
    const known = new Map<string, { price: number; at: number }>();
    for (const instrument of this.#engine.instruments()) {
      const close = await closePriceAt(this.#database, instrument.instrumentId, millis(now));
      if (close)
        known.set(instrument.symbol, {
          price: this.#rateOf(instrument, close.closeTicks),
          at: close.atMinute,
        });
    }
    const at = Math.min(...[...known.values()].map((close) => close.at));
    if (known.size < this.#engine.instruments().length || !Number.isFinite(at)) return null;
    const rate = (symbol: keyof Rates) => known.get(symbol)?.price ?? anchors[symbol];
    return {
      at,
      rates: {
        BTCUSDT: rate('BTCUSDT'),
        ETHUSDT: rate('ETHUSDT'),
        USDCUSDT: rate('USDCUSDT'),
        USDTBRL: rate('USDTBRL'),
        USDTCOP: rate('USDTCOP'),
      },
    };
  }

  #closes(rates: Rates, at: number): Close[] {
    return this.#engine.instruments().flatMap((instrument) => {
      const closeTicks = ticksOf(this.#engine, instrument, priceIn(rates, instrument.symbol));
      return closeTicks === null
        ? []
        : [{ instrumentId: instrument.instrumentId, atMinute: millis(at), closeTicks }];
    });
  }

  #rateOf(instrument: Instrument, closeTicks: Ticks): number {
    const quoteUnit = unitOf(this.#engine.product(instrument.quoteProductId)?.decimals ?? 0);
    return (closeTicks * Number(instrument.tickSize)) / Number(quoteUnit);
  }
}

function ticksOf(engine: Engine, instrument: Instrument, price: bigint | null): Ticks | null {
  const quote = engine.product(instrument.quoteProductId);
  if (price === null || !quote) return null;
  const whole =
    (price * unitOf(quote.decimals) + (referenceScale * instrument.tickSize) / 2n) /
    (referenceScale * instrument.tickSize);
  return whole > 0n ? ticks(Number(whole)) : null;
}

/** The minute after a time. */
function nextStep(at: number): number {
  return at - (at % minuteMs) + minuteMs;
}
