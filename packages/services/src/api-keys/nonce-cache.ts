/**
 * Nonces of signed requests, each accepted once (security rule K2). In memory: a restart forgets them, and therefore rejects
 * requests that were signed before it. A client whose clock is ahead of our clock signs in our future: its request could be
 * accepted again by an exchange that restarted before that time came, which is 30 seconds later at most.
 */
import { clockToleranceMs } from './request-signature.ts';

/** How long a nonce is remembered. */
const rememberedMs = 5 * 60_000;
/** How long the same request could be replayed: a timestamp may be as far ahead as it may be behind, to the millisecond. */
const repeatableMs = 2 * clockToleranceMs + 1;
/** About 80 MB, and more than eight thousand requests a second. */
const noncesMax = 500_000;

/** Thrown when no more nonces can be remembered: a replay could not be detected, so every request is rejected. */
export class NonceCacheFull extends Error {
  readonly retryAfterMs = 1000;
}

type NonceCacheOptions = { readonly startedAt: number; readonly noncesMax?: number };

export class NonceCache {
  readonly #options: NonceCacheOptions;
  readonly #noncesMax: number;
  /** Ordered from the oldest to the newest, with the time of acceptance. */
  readonly #takenAt = new Map<string, number>();

  constructor(options: NonceCacheOptions) {
    this.#options = options;
    this.#noncesMax = options.noncesMax ?? noncesMax;
  }

  /**
   * Takes a nonce of a key, for a request whose signature is valid.
   *
   * @param signedAt  the request's timestamp; at most `clockToleranceMs` from `now`
   * @returns false when it was taken before, or may have been taken before a restart
   * @throws NonceCacheFull
   */
  take(
    nonce: { readonly apiKey: string; readonly nonce: string; readonly signedAt: number },
    now: number,
  ): boolean {
    if (nonce.signedAt < this.#options.startedAt) return false;
    const name = `${nonce.apiKey}${nonce.nonce}`;
    this.#forgetOld(now);
    if (this.#takenAt.has(name)) return false;
    this.#takenAt.set(name, now);
    return true;
  }

  /** Forgets two nonces at most, so that no request pays for many. */
  #forgetOld(now: number): void {
    let forgotten = 0;
    for (const [name, at] of this.#takenAt) {
      const isFull = this.#takenAt.size >= this.#noncesMax;
      if (now - at < (isFull ? repeatableMs : rememberedMs)) {
        if (isFull) throw new NonceCacheFull('the nonce cache is full');
        return;
      }
      this.#takenAt.delete(name);
      forgotten += 1;
      if (forgotten === 2) return;
    }
  }
}
