/**
 * Decides from outside when the writer's lease may be taken.
 *
 * At once when it was given back. Otherwise when it was not renewed for its term by two clocks, the database's and the
 * watcher's own: a clock that was set, or a machine that slept with the leader on it, does not look like a dead leader.
 */
import type { Lease } from '@salar/store';

export class LeaseWatch {
  #lease: Lease | null = null;
  /** Since when the lease looks as it does, in the watcher's milliseconds. */
  #since = 0;
  #observedAt = 0;

  /** The newest look; null before the first. */
  get lease(): Lease | null {
    return this.#lease;
  }

  /** Takes a look. @param at  of a clock that nobody sets, in milliseconds */
  observe(lease: Lease, at: number): void {
    const isSame = this.#lease?.epoch === lease.epoch && this.#lease.renewal === lease.renewal;
    if (!isSame) this.#since = at;
    this.#lease = lease;
    this.#observedAt = at;
  }

  /** By the newest look. */
  isFree(): boolean {
    const lease = this.#lease;
    if (lease === null) return false;
    if (lease.renewal === null || lease.ageMs === null) return true;
    return lease.ageMs > lease.termMs && this.#observedAt - this.#since > lease.termMs;
  }
}
