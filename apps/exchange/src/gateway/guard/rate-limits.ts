/**
 * Limits how often one address, one customer, and all keys of one customer, may call (security rule 14, wire-protocol 1.9): token
 * buckets in an in-memory table of fixed size.
 *
 * On a laptop every browser, bot and test comes from one address, so the local profile has wider limits.
 */
import { LRUCache } from 'lru-cache';
import { listNetworksAround, toSubscriberNetwork } from '@salar/services/sessions/ip-networks';
import type { RateClass } from '../call.ts';

type Bucket = { readonly perSecond: number; readonly burst: number };
type ClassLimits = {
  readonly address: Bucket | null;
  readonly user: Bucket | null;
  /** The networks around an address have buckets, too: sixteen times as large, and four times for an IPv6 /56. */
  readonly isLimitedAround?: true;
};
export type RateLimitTable = Readonly<Record<RateClass, ClassLimits>>;

const perMinute = (count: number): Bucket => ({ perSecond: count / 60, burst: count });
const perHour = (count: number): Bucket => ({ perSecond: count / 3600, burst: count });

/** Anybody may call, and each call costs a hash or a mail: one home line has 256 IPv6 networks. */
const around = { isLimitedAround: true } as const;
/** The call has no credential: the account in the link counts as the user. */
const links: ClassLimits = { address: perMinute(10), user: perHour(5) };

/**
 * Callers that are not in memory: who guesses tokens or keys makes the database look each one up, whatever the call. A restarted
 * exchange looks every caller up once.
 */
export const productionLookUps: Bucket = { perSecond: 50, burst: 200 };
export const localLookUps: Bucket = { perSecond: 500, burst: 1000 };

export const productionLimits: RateLimitTable = {
  read: { address: { perSecond: 50, burst: 100 }, user: { perSecond: 20, burst: 60 } },
  orders: { address: null, user: { perSecond: 20, burst: 50 } },
  cancels: { address: null, user: { perSecond: 40, burst: 100 } },
  tickets: { address: perMinute(30), user: perMinute(10) },
  uploads: { address: perMinute(60), user: perMinute(40) }, // a company's thirty files, and retries
  'sign-in': { address: perMinute(10), user: null, ...around },
  'socket-sign-in': { address: perMinute(50), user: null, ...around }, // mostly resumed sessions: a reloaded page, a lost connection
  register: { address: perHour(5), user: null, ...around },
  mail: { address: perMinute(10), user: null, ...around },
  links,
};

export const localLimits: RateLimitTable = {
  read: { address: { perSecond: 500, burst: 1000 }, user: { perSecond: 50, burst: 200 } },
  orders: { address: null, user: { perSecond: 20, burst: 50 } },
  cancels: { address: null, user: { perSecond: 40, burst: 100 } },
  tickets: { address: perMinute(600), user: perMinute(60) },
  uploads: { address: perMinute(600), user: perMinute(200) },
  'sign-in': { address: perMinute(300), user: null, ...around },
  'socket-sign-in': { address: perMinute(300), user: null, ...around },
  register: { address: perMinute(120), user: null, ...around },
  mail: { address: perMinute(300), user: null, ...around },
  links,
};

/** How much larger the buckets of the networks around an address are. */
const homeFactor = 4;
const siteFactor = 16;

/** The number of characters of an answer that count as one more call of its address. */
const lengthPerCall = 16 * 1024;

/** The status of a bucket after a call took a token from it, or found too few. */
export type RateLimitStatus = {
  /** 0 when the call may proceed, otherwise the seconds until a retry can succeed. */
  readonly wait: number;
  /** The number of calls that a full bucket holds. */
  readonly limit: number;
  /** The number of calls left now. */
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly reset: number;
};

/** The owner of a bucket: a customer in person by user id, or all API keys of a customer together. */
export type Caller = number | `keys of ${number}`;

type Entry = { tokens: number; at: number };
/** The size of the table; when it is full, the entry used longest ago is evicted. */
const tableSize = 20_000;

export class RateLimiter {
  readonly #limits: RateLimitTable;
  readonly #lookUps: Bucket;
  readonly #onRefused: (part: RateClass | 'look-up') => void;
  readonly #tokens = new LRUCache<string, Entry>({ max: tableSize });

  /** @param onRefused  called for each call that must wait */
  constructor(
    limits: RateLimitTable,
    lookUps: Bucket = productionLookUps,
    onRefused: (part: RateClass | 'look-up') => void = () => undefined,
  ) {
    this.#limits = limits;
    this.#lookUps = lookUps;
    this.#onRefused = onRefused;
  }

  /**
   * Takes one call from the bucket of an address; addresses of one IPv6 subscriber share a bucket. Null when the
   * class has no limit per address.
   */
  takeForAddress(rate: RateClass, address: string, at: number): RateLimitStatus | null {
    return this.#report(rate, this.#takeForAddress(rate, address, at));
  }

  #takeForAddress(rate: RateClass, address: string, at: number): RateLimitStatus | null {
    const { address: bucket, isLimitedAround } = this.#limits[rate];
    if (!bucket) return null;
    const status = this.#takeFrom(`a${rate} ${toSubscriberNetwork(address)}`, bucket, at, 1);
    // The narrowest first: an address that sends too much takes nothing from its neighbours.
    if (isLimitedAround !== true || status.wait > 0) return status;
    for (const network of listNetworksAround(address)) {
      const factor = network.endsWith('/56') ? homeFactor : siteFactor;
      const wider = { perSecond: bucket.perSecond * factor, burst: bucket.burst * factor };
      const { wait } = this.#takeFrom(`a${rate} ${network}`, wider, at, 1);
      if (wait > 0) return { ...status, wait, remaining: 0 };
    }
    return status;
  }

  /**
   * Counts a long answer as several calls of its address: whole books would otherwise cost their reader little and the exchange
   * much. The next calls wait until these have been made up for, at most for the time of one full bucket.
   *
   * @param length  of the answer, in characters
   */
  chargeLongAnswer(rate: RateClass, address: string, at: number, length: number): void {
    const { address: bucket } = this.#limits[rate];
    const more = Math.floor(length / lengthPerCall);
    if (bucket === null || more === 0) return;
    const key = `a${rate} ${toSubscriberNetwork(address)}`;
    const entry = this.#tokens.get(key) ?? this.#enter(key, { tokens: bucket.burst, at });
    entry.tokens = Math.max(entry.tokens - more, -bucket.burst);
  }

  /** Takes the look-up of one caller from the bucket of an address; returns the seconds to wait, 0 when it may proceed. */
  takeLookUp(address: string, at: number): number {
    const status = this.#takeFrom(`look-up ${toSubscriberNetwork(address)}`, this.#lookUps, at, 1);
    return this.#report('look-up', status).wait;
  }

  /**
   * Takes calls from the bucket of a customer, or of the customer's keys, whichever address, session or key they come
   * from. `count` are taken together or not at all.
   */
  takeForCaller(rate: RateClass, caller: Caller, at: number, count = 1): RateLimitStatus | null {
    const bucket = this.#limits[rate].user;
    return bucket ? this.#report(rate, this.#takeFrom(`u${rate} ${caller}`, bucket, at, count)) : null;
  }

  #report<Status extends RateLimitStatus | null>(part: RateClass | 'look-up', status: Status): Status {
    if (status !== null && status.wait > 0) this.#onRefused(part);
    return status;
  }

  #takeFrom(key: string, { burst, perSecond }: Bucket, at: number, count: number): RateLimitStatus {
    const entry = this.#tokens.get(key) ?? this.#enter(key, { tokens: burst, at });
    const refill = (Math.max(at - entry.at, 0) / 1000) * perSecond;
    entry.tokens = Math.min(burst, entry.tokens + refill);
    entry.at = at;
    const isTaken = entry.tokens >= count;
    if (isTaken) entry.tokens -= count;
    return {
      wait: isTaken ? 0 : Math.max(1, Math.ceil((count - entry.tokens) / perSecond)),
      limit: burst,
      remaining: Math.max(Math.floor(entry.tokens), 0),
      reset: Math.ceil((burst - entry.tokens) / perSecond),
    };
  }

  #enter(key: string, entry: Entry): Entry {
    this.#tokens.set(key, entry);
    return entry;
  }
}
