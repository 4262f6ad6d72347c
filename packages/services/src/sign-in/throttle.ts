/**
 * Slows down guessing (security rule P7). Three counters, claimed before the password is looked at, so that parallel
 * tries cannot pass: per name and address, per name from addresses that never signed in to it, and per address.
 *
 * Unknown names are counted like known ones. Counters live in memory, in tables of fixed size; the lock after a hundred
 * failures in a row is kept in the database.
 */
import type { Millis } from '@salar/protocol';

const minute = 60_000;
const window = 15 * minute;
/** Failures from one address on one name before delays start, and the longest delay. */
const pairFreeTries = 5;
const pairDelayMax = 60_000;
/** Failures on one name within the window, from addresses that never signed in to it. */
const strangerTries = 10;
/** Failures from one address within the window. */
const addressTries = 50;
/** Failures in a row that lock the user (kept in the database for known names). */
export const lockAfterFailures = 100;
/** Entries of each table; the oldest goes when it is full. */
const tableSize = 20_000;

type Counter = { count: number; since: number; blockedUntil: number };

export type ThrottleVerdict = { readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number };

export class SignInThrottle {
  readonly #pairs = new Map<string, Counter>();
  readonly #strangers = new Map<string, Counter>();
  readonly #addresses = new Map<string, Counter>();
  readonly #unknownNames = new Map<string, Counter>();
  readonly #friends = new Map<string, true>();

  /**
   * Claims one try. A try that may go on counts as a failure until `succeeded` says otherwise.
   *
   * @param name  the folded login name, whether it exists or not
   * @param address  the source's network, from `networkOf`
   */
  claim(name: string, address: string, at: Millis): ThrottleVerdict {
    const pairKey = `${name}\n${address}`;
    const pair = counterOf(this.#pairs, pairKey, at, Infinity);
    const stranger = this.#friends.has(pairKey) ? null : counterOf(this.#strangers, name, at, window);
    const source = counterOf(this.#addresses, address, at, window);
    const blockedUntil = Math.max(pair.blockedUntil, stranger?.blockedUntil ?? 0, source.blockedUntil);
    if (blockedUntil > at) return { ok: false, retryAfterMs: blockedUntil - at };

    pair.count += 1;
    if (pair.count > pairFreeTries)
      pair.blockedUntil = at + Math.min(1000 * 2 ** (pair.count - pairFreeTries - 1), pairDelayMax);
    if (stranger) {
      stranger.count += 1;
      if (stranger.count >= strangerTries) stranger.blockedUntil = at + window;
    }
    source.count += 1;
    if (source.count >= addressTries) source.blockedUntil = at + window;
    return { ok: true };
  }

  /** The password was right: the name's counters start anew and this address is known to it from now on. */
  succeeded(name: string, address: string): void {
    const pairKey = `${name}\n${address}`;
    this.#pairs.delete(pairKey);
    this.#strangers.delete(name);
    const source = this.#addresses.get(address);
    if (source && source.count > 0) source.count -= 1;
    remember(this.#friends, pairKey, true);
  }

  /** Counts failures of a name that nobody has, and says when it must look locked like a real one. */
  unknownNameFailed(name: string, at: Millis): { readonly isLocked: boolean } {
    const counter = counterOf(this.#unknownNames, name, at, Infinity);
    counter.count += 1;
    return { isLocked: counter.count > lockAfterFailures };
  }
}

/** The network an address belongs to: /24 of IPv4, /64 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (plain.includes('.')) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail] = plain.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing =
    tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter((group) => group !== '').length;
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}

function counterOf(table: Map<string, Counter>, key: string, at: Millis, life: number): Counter {
  const known = table.get(key);
  if (known && at - known.since < life) return known;
  const fresh: Counter = { count: 0, since: at, blockedUntil: known?.blockedUntil ?? 0 };
  remember(table, key, fresh);
  return fresh;
}

function remember<T>(table: Map<string, T>, key: string, value: T): void {
  table.delete(key);
  if (table.size >= tableSize) {
    const oldest = table.keys().next();
    if (!oldest.done) table.delete(oldest.value);
  }
  table.set(key, value);
}
