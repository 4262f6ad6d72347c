/** What a standby hands to the writer that it becomes: everything that must not be waited for then. */
import type { JournalTail } from './journal-tail.ts';

export type Handover = {
  /** Of the lease, which is taken already. */
  readonly epoch: number;
  /** Its engine has applied the journal, but for the last moment. */
  readonly tail: JournalTail;
};
