/**
 * Nonces of signed requests, each good once (security rule K2). In memory: a restart forgets them, and therefore takes no
 * request that was signed before it. A client whose clock is ahead of ours signs in our future: its request could be taken
 * again by an exchange that restarted before that time came, which is 30 seconds later at most.
 */
import { clockToleranceMs } from './request-signature.ts';

/** So long a nonce is remembered. */
const rememberedMs = 5 * 60_000;
/** So long the same request could be taken again: a timestamp may be as far ahead as it may be behind, to the millisecond. */
const repeatableMs = 2 * clockToleranceMs + 1;
/** Some 80 MB, and more than eight thousand requests a second. */
const noncesMax = 500_000;

/** More signed requests than can be remembered: nobody can tell whether one is a repeat, so none is taken. */
export class NonceCacheFull extends Error {
  readonly retryAfterMs = 1000;
}

export class NonceCache {
  readonly #startedAt: number;
  readonly #noncesMax: number;
  /** From the oldest to the newest, with the time at which it was taken. */
  readonly #takenAt = new Map<string, number>();

  constructor(options: { readonly startedAt: number; readonly noncesMax?: number }) {
    this.#startedAt = options.startedAt;
    this.#noncesMax = options.noncesMax ?? noncesMax;
  }

  /**
   * Takes a nonce of a key, for a request whose signature was found right.
   *
   * @param signedAt  what the request says; at most `clockToleranceMs` from `now`
   * @returns false when it was taken before, or by an exchange that is not running any more
   * @throws NonceBookFull
   */
  take(
    nonce: { readonly apiKey: string; readonly nonce: string; readonly signedAt: number },
    now: number,
  ): boolean {
    if (nonce.signedAt < this.#startedAt) return false;
    const name = `${nonce.apiKey}${nonce.nonce}`;
    this.#forgetOld(now);
    if (this.#takenAt.has(name)) return false;
    this.#takenAt.set(name, now);
    return true;
  }

  /** Two at most, so that no request pays for many. */
  #forgetOld(now: number): void {
    let looked = 0;
    for (const [name, at] of this.#takenAt) {
      const isFull = this.#takenAt.size >= this.#noncesMax;
      if (now - at < (isFull ? repeatableMs : rememberedMs)) {
        if (isFull) throw new NonceCacheFull('too many signed requests are remembered');
        return;
      }
      this.#takenAt.delete(name);
      looked += 1;
      if (looked === 2) return;
    }
  }
}
