/**
 * Counts what API keys have used of their limits today: in memory, and in a table that is ahead of it by a step (decision 0063).
 *
 * A usage has one statement at a time, so that a lower one never overtakes a higher one.
 */
import { divideUp, minor } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  deleteKeyUsageBefore,
  lowerKeyUsage,
  raiseKeyUsage,
  readKeyUsage,
} from '@salar/store/tables/sign-in/api-key-usage';
import type { Log } from '../ports/log.ts';

type KeyUsagesOptions = {
  readonly database: Database;
  readonly now: () => number;
  readonly log: Log;
};

/** One key's day. Amounts are minor units of the notional product. */
export type KeyUsage = {
  readonly apiKey: string;
  readonly day: number;
  used: bigint;
  /** The usage in the table, which this one never exceeds. */
  written: bigint;
  /** How far the table is ahead; 0 until a step was written. */
  step: bigint;
  /** The next step is written once the usage exceeds this. */
  renewAbove: bigint;
  /** Resolves when the statement that runs has ended, whatever its result. */
  writing: Promise<void> | null;
};

const dayMs = 24 * 3_600_000;
/** Steps of one day's limit: what a restart may cost, and the statements of a key that raise a usage. */
const steps = 16n;
/** Steps that the table is ahead before it is lowered. */
const stepsAheadMax = 2n;

export class KeyUsages {
  readonly #options: KeyUsagesOptions;
  #day = 0;
  /** Of today. */
  readonly #usages = new Map<string, KeyUsage>();

  constructor(options: KeyUsagesOptions) {
    this.#options = options;
  }

  /** Returns a key's usage of today; undefined until it was loaded. */
  find(apiKey: string): KeyUsage | undefined {
    const today = this.#today();
    if (today > this.#day) this.#usages.clear();
    this.#day = today;
    return this.#usages.get(apiKey);
  }

  /** Reads what was written for a key today. Another day may have begun when it resolves. */
  async load(apiKey: string): Promise<void> {
    const day = this.#day;
    const written = (await readKeyUsage(this.#options.database, { apiKey, day })) ?? 0n;
    if (day !== this.#day) return;
    const usage = { apiKey, day, used: written, written, step: 0n, renewAbove: written, writing: null };
    this.#usages.set(apiKey, usage);
  }

  /**
   * Writes at least `used`, and the next step as far as the limit goes. While another statement runs it only waits for that one, and
   * the order is decided again.
   */
  raise(usage: KeyUsage, used: bigint, limit: bigint): Promise<void> {
    return usage.writing ?? this.#run(usage, this.#raise(usage, used, limit));
  }

  /** Writes the next step before an order has to wait for it. */
  renew(usage: KeyUsage, used: bigint, limit: bigint): void {
    if (usage.writing !== null || usage.written >= limit) return;
    this.#run(usage, this.#raise(usage, used, limit)).catch((error: unknown) => {
      // The order that needs the step waits for it and says so.
      this.#options.log.warn({ error: String(error) }, 'failed to write the usage of an API key');
    });
  }

  /**
   * Lowers what is written of keys whose orders have ended without trading, to a step above their usages: the next exchange would
   * otherwise count the most that a key had open at once today.
   */
  async lowerWritten(): Promise<void> {
    for (const usage of this.#usages.values())
      if (usage.writing === null && usage.written - usage.used > stepsAheadMax * usage.step)
        await this.#run(usage, this.#lower(usage));
  }

  /** Deletes what was written for earlier days. */
  async sweep(): Promise<void> {
    await deleteKeyUsageBefore(this.#options.database, this.#today());
  }

  /** A clock that goes back does not begin a day again. */
  #today(): number {
    return Math.max(this.#day, Math.floor(this.#options.now() / dayMs));
  }

  #run(usage: KeyUsage, statement: Promise<void>): Promise<void> {
    const end = (): void => {
      usage.writing = null;
    };
    usage.writing = statement.then(end, end);
    return statement;
  }

  async #raise(usage: KeyUsage, used: bigint, limit: bigint): Promise<void> {
    const { apiKey, day } = usage;
    const step = divideUp(limit, steps);
    const ahead = used + step < limit ? used + step : limit;
    const written = ahead > used ? ahead : used;
    await raiseKeyUsage(this.#options.database, { apiKey, day, notional: minor(written) });
    if (written <= usage.written) return;
    usage.step = step;
    usage.written = written;
    usage.renewAbove = written < limit ? written - step / 2n : limit;
  }

  async #lower(usage: KeyUsage): Promise<void> {
    const { apiKey, day, used, step, written: before } = usage;
    const written = used + step;
    // From now on orders do not rely on the former, whatever becomes of the statement.
    usage.written = written;
    usage.renewAbove = written - step / 2n;
    // A statement whose answer was lost is never committed, and a commit whose answer was lost comes before what raises the row.
    await this.#options.database.transaction((tx) =>
      lowerKeyUsage(tx, { apiKey, day, from: minor(before), to: minor(written) }),
    );
  }
}
