/**
 * How often one address and one user may call (security rule 14, wire-protocol 1.9), as token buckets in memory tables of
 * fixed size.
 *
 * On a laptop every browser, bot and test comes from one address, so the local profile has its own, wider figures.
 */
import type { RateClass } from './call.ts';

type Bucket = { readonly perSecond: number; readonly burst: number };
type ClassLimits = { readonly address: Bucket | null; readonly user: Bucket | null };
export type RateLimitTable = Readonly<Record<RateClass, ClassLimits>>;

const perMinute = (count: number): Bucket => ({ perSecond: count / 60, burst: count });
const perHour = (count: number): Bucket => ({ perSecond: count / 3600, burst: count });

export const productionLimits: RateLimitTable = {
  read: { address: { perSecond: 50, burst: 100 }, user: { perSecond: 20, burst: 60 } },
  orders: { address: null, user: { perSecond: 20, burst: 50 } },
  cancels: { address: null, user: { perSecond: 40, burst: 100 } },
  tickets: { address: perMinute(30), user: perMinute(10) },
  'sign-in': { address: perMinute(10), user: null },
  register: { address: perHour(5), user: null },
  mail: { address: perMinute(10), user: null },
};

export const localLimits: RateLimitTable = {
  read: { address: { perSecond: 500, burst: 1000 }, user: { perSecond: 50, burst: 200 } },
  orders: { address: null, user: { perSecond: 20, burst: 50 } },
  cancels: { address: null, user: { perSecond: 40, burst: 100 } },
  tickets: { address: perMinute(600), user: perMinute(60) },
  'sign-in': { address: perMinute(300), user: null },
  register: { address: perMinute(120), user: null },
  mail: { address: perMinute(300), user: null },
};

/** Entries of one table; the oldest goes when it is full. */
const tableSize = 20_000;

export class RateLimiter {
  readonly #limits: RateLimitTable;
  readonly #tokens = new Map<string, { tokens: number; at: number }>();

  constructor(limits: RateLimitTable) {
    this.#limits = limits;
  }

  /**
   * Takes one call from an address.
   *
   * @returns 0 when it may go on, else the seconds until it is worth another try
   */
  takeOfAddress(rate: RateClass, address: string, at: number): number {
    const bucket = this.#limits[rate].address;
    return bucket ? this.#takeFrom(`a${rate} ${address}`, bucket, at) : 0;
  }

  /** The same from a user, whatever address or session the call comes by. */
  takeOfUser(rate: RateClass, user: number, at: number): number {
    const bucket = this.#limits[rate].user;
    return bucket ? this.#takeFrom(`u${rate} ${user}`, bucket, at) : 0;
  }

  #takeFrom(key: string, bucket: Bucket, at: number): number {
    const entry = this.#tokens.get(key);
    if (!entry) {
      this.#makeRoom();
      this.#tokens.set(key, { tokens: bucket.burst - 1, at });
      return 0;
    }
    const refill = (Math.max(at - entry.at, 0) / 1000) * bucket.perSecond;
    entry.tokens = Math.min(bucket.burst, entry.tokens + refill);
    entry.at = at;
    if (entry.tokens >= 1) {
      entry.tokens -= 1;
      return 0;
    }
    return Math.max(1, Math.ceil((1 - entry.tokens) / bucket.perSecond));
  }

  #makeRoom(): void {
    if (this.#tokens.size < tableSize) return;
    const oldest = this.#tokens.keys().next();
    if (!oldest.done) this.#tokens.delete(oldest.value);
  }
}
