/** Everything that a standby passes to the writer that it becomes, so that the writer starts without delay. */
import type { JournalTail } from './journal-tail.ts';

export type Handover = {
  /** The epoch of the lease, which is already held. */
  readonly epoch: number;
  /** Its engine has applied the journal except for the last moments. */
  readonly tail: JournalTail;
};
