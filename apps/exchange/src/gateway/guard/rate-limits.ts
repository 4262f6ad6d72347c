/**
 * How often one address, and one customer or API key, may call (security rule 14, wire-protocol 1.9), as token buckets in a
 * memory table of fixed size.
 *
 * On a laptop every browser, bot and test comes from one address, so the local profile has its own, wider figures.
 */
import { toSubscriberNetwork } from '@salar/services/sessions/ip-networks';
import type { RateClass } from '../call.ts';

type Bucket = { readonly perSecond: number; readonly burst: number };
type ClassLimits = { readonly address: Bucket | null; readonly user: Bucket | null };
export type RateLimitTable = Readonly<Record<RateClass, ClassLimits>>;

const perMinute = (count: number): Bucket => ({ perSecond: count / 60, burst: count });
const perHour = (count: number): Bucket => ({ perSecond: count / 3600, burst: count });

/** A call without a credential: its account is a user here. */
const links: ClassLimits = { address: perMinute(10), user: perHour(5) };

export const productionLimits: RateLimitTable = {
  read: { address: { perSecond: 50, burst: 100 }, user: { perSecond: 20, burst: 60 } },
  orders: { address: null, user: { perSecond: 20, burst: 50 } },
  cancels: { address: null, user: { perSecond: 40, burst: 100 } },
  tickets: { address: perMinute(30), user: perMinute(10) },
  uploads: { address: perMinute(60), user: perMinute(40) }, // a company's thirty files, and retries
  'sign-in': { address: perMinute(10), user: null },
  'socket-sign-in': { address: perMinute(50), user: null }, // mostly sessions gone on with: a page reloaded, a line lost
  register: { address: perHour(5), user: null },
  mail: { address: perMinute(10), user: null },
  links,
};

export const localLimits: RateLimitTable = {
  read: { address: { perSecond: 500, burst: 1000 }, user: { perSecond: 50, burst: 200 } },
  orders: { address: null, user: { perSecond: 20, burst: 50 } },
  cancels: { address: null, user: { perSecond: 40, burst: 100 } },
  tickets: { address: perMinute(600), user: perMinute(60) },
  uploads: { address: perMinute(600), user: perMinute(200) },
  'sign-in': { address: perMinute(300), user: null },
  'socket-sign-in': { address: perMinute(300), user: null },
  register: { address: perMinute(120), user: null },
  mail: { address: perMinute(300), user: null },
  links,
};

/** How a bucket stands after a call was taken from it, or was not. */
export type RateLimitStatus = {
  /** 0 when the call may go on, else the seconds until it is worth another try. */
  readonly wait: number;
  /** Calls that a full bucket holds. */
  readonly limit: number;
  /** Calls that are left now. */
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly reset: number;
};

/** Whose bucket it is: a key has one of its own beside that of its owner in person. */
export type Caller = number | string;

type Entry = { tokens: number; at: number };
/** Entries of one table; the oldest goes when it is full. */
const tableSize = 20_000;

export class RateLimiter {
  readonly #limits: RateLimitTable;
  readonly #tokens = new Map<string, Entry>();

  constructor(limits: RateLimitTable) {
    this.#limits = limits;
  }

  /** Takes one call from an address; those of one IPv6 subscriber are one. Null when the class has no bound for them. */
  takeForAddress(rate: RateClass, address: string, at: number): RateLimitStatus | null {
    const bucket = this.#limits[rate].address;
    return bucket ? this.#takeFrom(`a${rate} ${toSubscriberNetwork(address)}`, bucket, at, 1) : null;
  }

  /**
   * The same from a customer, by user id, or from an API key, whatever address or session the call comes by; `count` are
   * taken together or not at all.
   */
  takeForCaller(rate: RateClass, caller: Caller, at: number, count = 1): RateLimitStatus | null {
    const bucket = this.#limits[rate].user;
    return bucket ? this.#takeFrom(`u${rate} ${caller}`, bucket, at, count) : null;
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
      remaining: Math.floor(entry.tokens),
      reset: Math.ceil((burst - entry.tokens) / perSecond),
    };
  }

  #enter(key: string, entry: Entry): Entry {
    const oldest = this.#tokens.size < tableSize ? undefined : this.#tokens.keys().next().value;
    if (oldest !== undefined) this.#tokens.delete(oldest);
    this.#tokens.set(key, entry);
    return entry;
  }
}
