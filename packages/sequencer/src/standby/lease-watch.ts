/**
 * Decides when another process may take the writer's lease.
 *
 * At once after it was released. Otherwise when it was not renewed for its term by two clocks, the database's and
 * the watcher's own, so that a changed clock, or a machine that was suspended with the leader, does not look like a
 * dead leader. Time in which the database itself was unavailable, slow or read-only does not count: the leader could not
 * renew it either, and has a whole term for it afterwards.
 */
import type { Lease } from '@salar/store';

export class LeaseWatch {
  #lease: Lease | null = null;
  /** Since when the leader could have renewed it and did not, in the watcher's milliseconds. */
  #since = 0;
  #wasAway = false;
  #observedAt = 0;

  /** The last observed lease; null before the first observation. */
  get lease(): Lease | null {
    return this.#lease;
  }

  /**
   * Records an observation.
   *
   * @param at  when the database answered, by a monotonic clock, in milliseconds
   * @param requestedAt  when it was requested
   */
  observe(lease: Lease, at: number, requestedAt: number = at): void {
    const isSame = this.#lease?.epoch === lease.epoch && this.#lease.renewal === lease.renewal;
    const isSlow = at - requestedAt > lease.termMs / 2;
    if (!isSame || this.#wasAway || isSlow || !lease.isWritable) this.#since = at;
    this.#lease = lease;
    this.#observedAt = at;
    this.#wasAway = false;
  }

  /** Records that the database did not answer, or could not commit. */
  miss(): void {
    this.#wasAway = true;
  }

  /** True when the last observation shows a free lease. */
  isFree(): boolean {
    const lease = this.#lease;
    if (lease === null || this.#wasAway) return false;
    if (lease.renewal === null || lease.ageMs === null) return true;
    return lease.ageMs > lease.termMs && this.#observedAt - this.#since > lease.termMs;
  }
}
