/**
 * Decides when another process may take the writer's lease.
 *
 * At once after it was released. Otherwise when it was not renewed for its term by two clocks, the database's and
 * the watcher's own, so that a changed clock, or a machine that was suspended with the leader, does not look like a
 * dead leader.
 */
import type { Lease } from '@salar/store';

export class LeaseWatch {
  #lease: Lease | null = null;
  /** When the lease last changed, in the watcher's milliseconds. */
  #since = 0;
  #observedAt = 0;

  /** The last observed lease; null before the first observation. */
  get lease(): Lease | null {
    return this.#lease;
  }

  /** Records an observation. @param at of a monotonic clock, in milliseconds */
  observe(lease: Lease, at: number): void {
    const isSame = this.#lease?.epoch === lease.epoch && this.#lease.renewal === lease.renewal;
    if (!isSame) this.#since = at;
    this.#lease = lease;
    this.#observedAt = at;
  }

  /** True when the last observation shows a free lease. */
  isFree(): boolean {
    const lease = this.#lease;
    if (lease === null) return false;
    if (lease.renewal === null || lease.ageMs === null) return true;
    return lease.ageMs > lease.termMs && this.#observedAt - this.#since > lease.termMs;
  }
}
