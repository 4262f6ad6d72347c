/** The leader's slot from the view of a standby: what to follow, whether it is free, and how to take it. */
import type { Handover, Standby } from '@salar/sequencer';
import type { Database } from '@salar/store';

export interface LeaderSlot {
  /** Opens the follower; null while there is no journal to read yet. */
  open(): Promise<Standby | null>;
  /** True when the leader is gone, or hangs. */
  isEmpty(standby: Standby | null): boolean;
  /** @returns null when another process was faster, or the leader came back */
  take(standby: Standby | null): Promise<TakenSlot | null>;
}

export type TakenSlot = {
  readonly database: Database;
  /** Without it the exchange starts as if there had been no standby. */
  readonly handover?: Handover;
};
