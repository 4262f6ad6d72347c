/**
 * Nonces of signed requests, each accepted once (security rule K2). In memory: a restart forgets them, and therefore rejects
 * requests that were signed before it. A client whose clock is ahead of our clock signs in our future: its request could be
 * accepted again by an exchange that restarted before that time came, which is 30 seconds later at most.
 */
import type { UserId } from '@salar/protocol';
import { clockToleranceMs } from './request-signature.ts';

/** How long a nonce is remembered. */
const rememberedMs = 5 * 60_000;
/** How long the same request could be replayed: a timestamp may be as far ahead as it may be behind, to the millisecond. */
const repeatableMs = 2 * clockToleranceMs + 1;
/** About 80 MB, and more than eight thousand requests a second. */
const noncesMax = 500_000;
/** One customer's share: all rate limits together allow less for as long as nonces are remembered. */
const noncesOfOwnerMax = 30_000;

/**
 * Thrown when no more nonces can be remembered, for one customer or at all: a replay could not be detected, so these requests are
 * rejected.
 */
export class NonceCacheFull extends Error {
  readonly retryAfterMs = 1000;
  /** The customer has too many nonces, and those of others are accepted. */
  readonly isCallersLimit: boolean;

  constructor(message: string, isCallersLimit: boolean) {
    super(message);
    this.isCallersLimit = isCallersLimit;
  }
}

type NonceCacheOptions = {
  readonly startedAt: number;
  readonly noncesMax?: number;
  readonly noncesOfOwnerMax?: number;
};
type Taken = { readonly at: number; readonly owner: UserId };

export class NonceCache {
  readonly #options: NonceCacheOptions;
  readonly #noncesMax: number;
  readonly #noncesOfOwnerMax: number;
  /** Ordered from the oldest to the newest. */
  readonly #taken = new Map<string, Taken>();
  /** How many of them each customer has. */
  readonly #counts = new Map<UserId, number>();

  constructor(options: NonceCacheOptions) {
    this.#options = options;
    this.#noncesMax = options.noncesMax ?? noncesMax;
    this.#noncesOfOwnerMax = options.noncesOfOwnerMax ?? noncesOfOwnerMax;
  }

  /**
   * Takes a nonce of a key, for a request whose signature is valid.
   *
   * @param nonce.owner  the customer of the key
   * @param nonce.signedAt  the request's timestamp; at most `clockToleranceMs` from `now`
   * @returns false when it was taken before, or may have been taken before a restart
   * @throws NonceCacheFull
   */
  take(
    nonce: {
      readonly apiKey: string;
      readonly owner: UserId;
      readonly nonce: string;
      readonly signedAt: number;
    },
    now: number,
  ): boolean {
    if (nonce.signedAt < this.#options.startedAt) return false;
    const name = `${nonce.apiKey}${nonce.nonce}`;
    this.#forgetOld(now);
    if (this.#taken.has(name)) return false;
    const { owner } = nonce;
    const count = this.#counts.get(owner) ?? 0;
    if (count >= this.#noncesOfOwnerMax) throw new NonceCacheFull('the share of this customer is full', true);
    this.#taken.set(name, { at: now, owner });
    this.#counts.set(owner, count + 1);
    return true;
  }

  /** Forgets two nonces at most, so that no request pays for many. */
  #forgetOld(now: number): void {
    let forgotten = 0;
    for (const [name, { at, owner }] of this.#taken) {
      const isFull = this.#taken.size >= this.#noncesMax;
      if (now - at < (isFull ? repeatableMs : rememberedMs)) {
        if (isFull) throw new NonceCacheFull('the nonce cache is full', false);
        return;
      }
      this.#taken.delete(name);
      this.#countDown(owner);
      forgotten += 1;
      if (forgotten === 2) return;
    }
  }
  #countDown(owner: UserId): void {
    const left = (this.#counts.get(owner) ?? 0) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }
}
