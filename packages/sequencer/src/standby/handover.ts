/** What a standby hands to the writer that it becomes: everything that must not be waited for then. */
import type { Engine } from '@salar/engine';
import type { JournalHead } from '@salar/store';
import type { BatchSink } from '../batch-sink.ts';

export type Handover = {
  /** Of the lease, which is taken already. */
  readonly epoch: number;
  /** Has applied the journal up to `head`, and tells `sink` what happens from now on. */
  readonly engine: Engine;
  readonly sink: BatchSink;
  readonly head: JournalHead;
};
