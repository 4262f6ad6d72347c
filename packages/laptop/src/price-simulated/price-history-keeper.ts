/**
 * Writes a past for the laptop's market, and continues it for instruments without trades: 26 hours by the minute, 30
 * days coarse.
 */
import { millis, ticks, computeUnit } from '@salar/protocol';
import type { Ticks } from '@salar/protocol';
import type { EngineView, Instrument } from '@salar/engine';
import type { Database } from '@salar/store';
import type { Candle } from '@salar/store/projection/candle-fold';
import { findMinuteEndedBy, seedCandles } from '@salar/store/projection/candles';
import { anchors, mapRates } from './market-model.ts';
import type { Rates } from './market-model.ts';
import { pastPath } from './price-path.ts';
import { priceIn } from './simulated-prices.ts';
import type { SimulatedPrices } from './simulated-prices.ts';
import type { Log } from '@salar/services/ports/log';
import { referenceScale } from '@salar/services/ports/reference-prices';
import { buildCandles } from './seed-candles.ts';
import type { PricePoint } from './seed-candles.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const fineMs = 26 * hourMs;
const coarseStepMs = 15 * minuteMs;
const coarseMs = 30 * 24 * hourMs;

/**
 * Returns the rates at which the engine's reference prices ended, so that a restart does not jump; the anchors before
 * there were any.
 */
export function lastRates(engine: EngineView): Partial<Rates> {
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

export class PriceHistoryWriter {
  readonly #database: Database;
  readonly #engine: EngineView;
  readonly #prices: SimulatedPrices;
  readonly #log: Log;
  readonly #onSeeded: (minutes: readonly Candle[]) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: {
    readonly database: Database;
    readonly engine: EngineView;
    readonly prices: SimulatedPrices;
    readonly log: Log;
    /** Receives the minutes that were written, so that the daily figures have the same past as the chart. */
    readonly onSeeded: (minutes: readonly Candle[]) => Promise<void>;
  }) {
    this.#database = options.database;
    this.#engine = options.engine;
    this.#prices = options.prices;
    this.#log = options.log;
    this.#onSeeded = options.onSeeded;
  }

  /** Fills the time since the last known price: all of the past at the first start, the gap after a pause. */
  async fill(now: number): Promise<void> {
    const untraded = this.#untraded();
    const end = { at: now - (now % minuteMs), rates: this.#prices.rates };
    const known = await this.#knownUntil(untraded, end.at);
    const since = known ?? end.at - coarseMs;
    if (untraded.length === 0 || since >= end.at) return;
    const path = pastPath({
      times: timesBetween(since, end.at),
      end,
      seed: Math.floor(since / minuteMs),
      ...(known === null ? {} : { start: { at: known, rates: await this.#ratesAt(known) } }),
    });
    for (const instrument of untraded) {
      const last = known === null ? null : await this.#priceAt(instrument, known);
      const points = [...path, end].flatMap(({ at, rates }) => this.#toPoints(instrument, rates, at));
      if (last !== null) points.unshift({ at: since, price: last });
      const candles = buildCandles(instrument.instrumentId, points);
      await seedCandles(this.#database, candles);
      await this.#onSeeded(candles.filter(({ interval }) => interval === 60));
    }
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.fill(Date.now()).catch((error: unknown) =>
        this.#log.warn({ error }, 'a minute of price history was not written'),
      );
    }, minuteMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** After its first trade, an instrument's past is its trades. */
  #untraded(): readonly Instrument[] {
    return this.#engine
      .instruments()
      .filter(({ instrumentId }) => this.#engine.level1(instrumentId).lastTrade === null);
  }

  /** Returns until when the prices of all of them are known; null when one has none. */
  async #knownUntil(instruments: readonly Instrument[], at: number): Promise<number | null> {
    let until = at;
    for (const { instrumentId } of instruments) {
      const minute = await findMinuteEndedBy(this.#database, instrumentId, millis(at));
      if (minute === null) return null;
      until = Math.min(until, minute.beginsAt + minuteMs);
    }
    return until;
  }

  async #ratesAt(at: number): Promise<Rates> {
    const known = new Map<string, number>();
    for (const instrument of this.#engine.instruments()) {
      const price = await this.#priceAt(instrument, at);
      if (price !== null) known.set(instrument.symbol, this.#toRate(instrument, price));
    }
    return mapRates((symbol) => known.get(symbol) ?? anchors[symbol]);
  }

  async #priceAt({ instrumentId }: Instrument, at: number): Promise<Ticks | null> {
    return (await findMinuteEndedBy(this.#database, instrumentId, millis(at)))?.close ?? null;
  }

  #toPoints(instrument: Instrument, rates: Rates, at: number): PricePoint[] {
    const price = toTicks(this.#engine, instrument, priceIn(rates, instrument.symbol));
    return price === null ? [] : [{ at, price }];
  }

  #toRate(instrument: Instrument, price: Ticks): number {
    const quoteUnit = computeUnit(this.#engine.product(instrument.quoteProductId)?.decimals ?? 0);
    return (price * Number(instrument.tickSize)) / Number(quoteUnit);
  }
}

function toTicks(engine: EngineView, instrument: Instrument, price: bigint | null): Ticks | null {
  const quote = engine.product(instrument.quoteProductId);
  if (price === null || !quote) return null;
  const whole =
    (price * computeUnit(quote.decimals) + (referenceScale * instrument.tickSize) / 2n) /
    (referenceScale * instrument.tickSize);
  return whole > 0n ? ticks(Number(whole)) : null;
}

/** Returns times between two, exclusive: coarse steps up to the last 26 hours, then minutes. */
function timesBetween(since: number, end: number): number[] {
  const fineFrom = end - fineMs - ((end - fineMs) % coarseStepMs);
  const times: number[] = [];
  const stepAt = (at: number) => (at < fineFrom ? coarseStepMs : minuteMs);
  const nextOf = (at: number) => at - (at % stepAt(at)) + stepAt(at);
  for (let at = nextOf(since); at < end; at = nextOf(at)) times.push(at);
  return times;
}
