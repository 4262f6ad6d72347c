/**
 * Slows down guessing (security rule P7). Three counters, claimed before anything is looked at, so that parallel tries
 * cannot pass: per account and source, per account from where it was never signed in to, and per network.
 *
 * Names that nobody has are counted like accounts. Counters live in memory, in tables of fixed size; the lock after a
 * hundred failures in a row is kept in the database.
 */
import type { Millis } from '@salar/protocol';
import type { DeviceTrust } from '../sessions/device-registry.ts';

const minute = 60_000;
const window = 15 * minute;
/** Failures from one source on one account before delays start, and the longest delay. */
const pairFreeTries = 5;
const pairDelayMax = 60_000;
/** Failures on one account within the window, from where it was never signed in to. */
const strangerTries = 10;
/** Failures from one network within the window. */
const networkTries = 50;
/** Failures in a row that lock the account (kept in the database for those that exist). */
export const lockAfterFailures = 100;
/** Entries of each table; the one that was not counted for longest goes when it is full. */
const tableSize = 20_000;

type Counter = { count: number; since: number; blockedUntil: number };

/** Too many tries; worth another one after this time. */
export type Throttled = {
  readonly ok: false;
  readonly refusal: 'throttled';
  readonly retryAfterMs: number;
};

export class SignInThrottle {
  readonly #pairs = new Map<string, Counter>();
  readonly #strangers = new Map<string, Counter>();
  readonly #networks = new Map<string, Counter>();
  readonly #unknownNames = new Map<string, Counter>();

  /**
   * Claims one try. A try that may go on counts as a failure until `succeeded` says otherwise.
   *
   * @param account  whom the try is at, whether it exists or not
   */
  claim(
    account: string,
    { source, network, isUnknown }: DeviceTrust,
    at: Millis,
  ): { readonly ok: true } | Throttled {
    const ofPair = buildPairKey(account, source);
    const pair = findCounter(this.#pairs, ofPair, at, Infinity);
    const strangers = isUnknown ? findCounter(this.#strangers, account, at, window) : null;
    const ofNetwork = findCounter(this.#networks, network, at, window);
    const blockedUntil = Math.max(pair.blockedUntil, strangers?.blockedUntil ?? 0, ofNetwork.blockedUntil);
    if (blockedUntil > at) return { ok: false, refusal: 'throttled', retryAfterMs: blockedUntil - at };

    // Only now: a try that is refused costs its sender nothing, and must not push others out of the tables.
    keep(this.#pairs, ofPair, pair);
    if (strangers) keep(this.#strangers, account, strangers);
    keep(this.#networks, network, ofNetwork);
    pair.count += 1;
    if (pair.count > pairFreeTries)
      pair.blockedUntil = at + Math.min(1000 * 2 ** (pair.count - pairFreeTries - 1), pairDelayMax);
    if (strangers) count(strangers, strangerTries, at);
    count(ofNetwork, networkTries, at);
    return { ok: true };
  }

  /** The try was right: the account's counters start anew. */
  succeeded(account: string, { source, network }: DeviceTrust): void {
    this.#pairs.delete(buildPairKey(account, source));
    this.#strangers.delete(account);
    const ofNetwork = this.#networks.get(network);
    if (!ofNetwork || ofNetwork.count === 0) return;
    ofNetwork.count -= 1;
    // What closed the network was no failure after all: many people of one office sign in at once.
    if (ofNetwork.count < networkTries) ofNetwork.blockedUntil = 0;
  }

  /** Counts failures of a name that nobody has, and says when it must look locked like a real one. */
  unknownNameFailed(name: string, at: Millis): { readonly isLocked: boolean } {
    const counter = findCounter(this.#unknownNames, name, at, Infinity);
    keep(this.#unknownNames, name, counter);
    counter.count += 1;
    return { isLocked: counter.count > lockAfterFailures };
  }
}

function buildPairKey(account: string, source: string): string {
  return `${account}\n${source}`;
}

function count(counter: Counter, max: number, at: Millis): void {
  counter.count += 1;
  if (counter.count >= max) counter.blockedUntil = at + window;
}

function findCounter(table: ReadonlyMap<string, Counter>, key: string, at: Millis, life: number): Counter {
  const known = table.get(key);
  if (known && at - known.since < life) return known;
  return { count: 0, since: at, blockedUntil: known?.blockedUntil ?? 0 };
}

/** Puts a counter last in its table. */
function keep(table: Map<string, Counter>, key: string, counter: Counter): void {
  table.delete(key);
  const oldest = table.size < tableSize ? undefined : table.keys().next().value;
  if (oldest !== undefined) table.delete(oldest);
  table.set(key, counter);
}
