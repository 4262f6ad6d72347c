/** Folds a replay into candles and compares them with the stored rows, a few thousand at a time. */
import type { Millis, Trade } from '@salar/protocol';
import type { Engine } from '@salar/engine';
import { CandleFold, readMatchingCandles, countCandles, keptSince, readLastBatchTime } from '@salar/store';
import type { Candle, Queryable } from '@salar/store';
import { getBestPrices } from '../best-prices.ts';
import type { Findings } from './findings.ts';

const what = 'candles';
const heldMax = 20_000;

export class CandleComparison {
  readonly #view: Queryable;
  readonly #findings: Findings;
  /** The time of the journal's end: candles that are too old by then may be deleted. */
  readonly #endsAt: Millis;
  readonly #fold = new CandleFold();
  /** Open candles by instrument and interval. The table has them as they are at its own position. */
  readonly #running = new Map<string, Candle>();
  #count = 0;

  private constructor(view: Queryable, findings: Findings, endsAt: Millis) {
    this.#view = view;
    this.#findings = findings;
    this.#endsAt = endsAt;
  }

  static async open(view: Queryable, findings: Findings): Promise<CandleComparison> {
    return new CandleComparison(view, findings, await readLastBatchTime(view));
  }

  get isFull(): boolean {
    return this.#fold.size >= heldMax;
  }

  trade(trade: Trade): void {
    this.#fold.trade(trade);
  }

  /** Call before the first command of a batch at `next` is applied. */
  reach(next: Millis, engine: Engine): void {
    this.#fold.reach(next, engine.lastAt, (id) => getBestPrices(engine, id));
  }

  /** Compares the candles that were closed since the last call. */
  async flush(): Promise<void> {
    const closed: Candle[] = [];
    for (const candle of this.#fold.take().changed) {
      const key = `${candle.instrumentId}/${candle.interval}`;
      if (candle.bid === null) this.#running.set(key, candle);
      else {
        this.#running.delete(key);
        closed.push(candle);
      }
    }
    await this.#compare(closed);
  }

  /** Call where the read models end. Compares the open candles too, and reports rows that no trade explains. */
  async finish(): Promise<void> {
    await this.flush();
    await this.#compare([...this.#running.values()]);
    const found = await countCandles(this.#view, this.#endsAt);
    this.#findings.compared(what, 0);
    if (found === this.#count) return;
    this.#findings.differs(what, `there are ${found} rows, the journal makes ${this.#count}`);
  }

  async #compare(candles: readonly Candle[]): Promise<void> {
    const expected = candles.filter((one) => one.beginsAt >= keptSince(one.interval, this.#endsAt));
    if (expected.length === 0) return;
    const found = new Map(
      (await readMatchingCandles(this.#view, expected)).map((one) => [formatCandleName(one), one]),
    );
    for (const candle of expected) {
      const name = formatCandleName(candle);
      this.#findings.compare(what, name, { expected: candle, actual: found.get(name) });
    }
    this.#count += expected.length;
  }
}

function formatCandleName({ instrumentId, interval, beginsAt }: Candle): string {
  return `instrument ${instrumentId}, ${interval} s from ${new Date(beginsAt).toISOString()}`;
}
