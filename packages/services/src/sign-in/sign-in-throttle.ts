/**
 * Slows down guessing (security rule P7). Three counters are claimed before anything is checked, so that parallel attempts
 * cannot pass: per account and source, per account for unknown origins, and per network, which a device that signed in before does
 * not wait for.
 *
 * Unknown names are counted like accounts. Counters live in memory, in tables of fixed size; the lock after a hundred failures
 * in a row is stored in the database.
 */
import { LRUCache } from 'lru-cache';
import type { Millis } from '@salar/protocol';
import { computeBackoffMs } from '@salar/protocol/backoff';
import type { Backoff } from '@salar/protocol/backoff';
import type { DeviceTrust } from '../sessions/device-registry.ts';

const minute = 60_000;
const window = 15 * minute;
/** Failures from one source on one account before delays start, and the delays. */
const pairFreeTries = 5;
const pairBackoff: Backoff = { firstMs: 1000, maxMs: minute };
/** Failures on one account within the window from unknown origins. */
const unknownOriginTries = 10;
/** Failures from one network within the window, and from the networks around an IPv6 one, /56 and /48. */
const networkTries = 50;
const triesAround = [100, 400] as const;
/** Failures in a row that lock the account (stored in the database for existing accounts). */
export const lockAfterFailures = 100;
/** Within this time an attempt has its answer, also when its password waits for a hashing thread. */
const answerMs = 15_000;
/** Entries of each table; a full table evicts the entry that was counted longest ago. */
const tableSize = 20_000;

type Counter = { count: number; since: number; blockedUntil: number };
type Table = LRUCache<string, Counter>;

const createTable = (): Table => new LRUCache({ max: tableSize });

/** Too many attempts; the caller may retry after this time. */
export type Throttled = {
  readonly ok: false;
  readonly refusal: 'throttled';
  readonly retryAfterMs: number;
};

export class SignInThrottle {
  readonly #pairs = createTable();
  readonly #unknownOrigins = createTable();
  readonly #networks = createTable();
  readonly #unknownNames = createTable();

  /**
   * Claims one attempt. It counts as a failure until `succeeded` is called.
   *
   * @param account  the target of the attempt, whether it exists or not
   */
  claim(account: string, trust: DeviceTrust, at: Millis): { readonly ok: true } | Throttled {
    const { source, isUnknown } = trust;
    const pairKey = buildPairKey(account, source);
    const pair = findCounter(this.#pairs, pairKey, at, Infinity);
    const unknownOrigin = isUnknown ? findCounter(this.#unknownOrigins, account, at, window) : null;
    const networks = listNetworks(trust).map(({ key, max }) => ({
      key,
      max,
      counter: findCounter(this.#networks, key, at, window),
    }));
    for (const { counter, max } of networks) confirmBlock(counter, max, at);
    const blockedUntil = Math.max(
      pair.blockedUntil,
      unknownOrigin?.blockedUntil ?? 0,
      ...networks.map(({ counter }) => counter.blockedUntil),
    );
    if (blockedUntil > at) return { ok: false, refusal: 'throttled', retryAfterMs: blockedUntil - at };

    // Only now: a refused attempt costs its sender nothing, and must not evict others from the tables.
    this.#pairs.set(pairKey, pair);
    if (unknownOrigin) this.#unknownOrigins.set(account, unknownOrigin);
    for (const { key, counter } of networks) this.#networks.set(key, counter);
    pair.count += 1;
    if (pair.count > pairFreeTries)
      pair.blockedUntil = at + computeBackoffMs(pairBackoff, pair.count - pairFreeTries);
    if (unknownOrigin) count(unknownOrigin, unknownOriginTries, at);
    for (const { counter, max } of networks) countInNetwork(counter, max, at);
    return { ok: true };
  }

  /** Resets the account's counters after a successful attempt. */
  succeeded(account: string, trust: DeviceTrust): void {
    this.#pairs.delete(buildPairKey(account, trust.source));
    this.#unknownOrigins.delete(account);
    this.#uncountNetworks(trust);
  }

  /** Takes back an attempt whose password was not checked. */
  takeBack(account: string, trust: DeviceTrust): void {
    uncount(this.#pairs.peek(buildPairKey(account, trust.source)), pairFreeTries + 1);
    if (trust.isUnknown) uncount(this.#unknownOrigins.peek(account), unknownOriginTries);
    this.#uncountNetworks(trust);
  }

  /** Counts failures of an unknown name, and returns when it must look locked like a real one. */
  unknownNameFailed(name: string, at: Millis): { readonly isLocked: boolean } {
    const counter = findCounter(this.#unknownNames, name, at, Infinity);
    this.#unknownNames.set(name, counter);
    counter.count += 1;
    return { isLocked: counter.count > lockAfterFailures };
  }

  /** Takes back an attempt that was no failure: many people of one office sign in at once. */
  #uncountNetworks(trust: DeviceTrust): void {
    for (const { key, max } of listNetworks(trust)) uncount(this.#networks.peek(key), max);
  }
}

/**
 * Lists the networks of an attempt and the failures that block each. An IPv4 network is the /24 already. A device that signed in before
 * counts for none: it can only guess at the account of its own.
 */
function listNetworks({ network, networksAround, isKnownDevice }: DeviceTrust) {
  if (isKnownDevice) return [];
  const around = networksAround.length < triesAround.length ? [] : networksAround;
  return [
    { key: network, max: networkTries },
    ...around.map((key, index) => ({ key, max: triesAround[index] ?? networkTries })),
  ];
}

function buildPairKey(account: string, source: string): string {
  return `${account}\n${source}`;
}

function count(counter: Counter, max: number, at: Millis): void {
  counter.count += 1;
  if (counter.count >= max) counter.blockedUntil = at + window;
}

/** Counts an attempt in a network. Many people of one may be waiting for the answer: it is blocked for as long as that takes. */
function countInNetwork(counter: Counter, max: number, at: Millis): void {
  counter.count += 1;
  if (counter.count < max) return;
  counter.blockedUntil = at + answerMs;
  counter.since = at;
}

/** Blocks a network for the rest of the window when the attempts have their answers and were failures. */
function confirmBlock(counter: Counter, max: number, at: Millis): void {
  if (counter.count >= max && counter.blockedUntil <= at) counter.blockedUntil = counter.since + window;
}

/** Takes one attempt off a counter, and its block when fewer than `max` remain. */
function uncount(counter: Counter | undefined, max: number): void {
  if (!counter || counter.count === 0) return;
  counter.count -= 1;
  if (counter.count < max) counter.blockedUntil = 0;
}

/** Finds a counter without counting it: only `set` makes an entry the newest of its table. */
function findCounter(table: Table, key: string, at: Millis, life: number): Counter {
  const known = table.peek(key);
  if (known && at - known.since < life) return known;
  return { count: 0, since: at, blockedUntil: known?.blockedUntil ?? 0 };
}
