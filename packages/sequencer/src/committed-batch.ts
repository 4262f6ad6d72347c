/** What listeners hear after a commit: one batch, with everything that happened in it. */
import type { Command, Millis, OrderRecord, Outcome, Posting, Sequence, Trade } from '@salar/protocol';

export type CommittedCommand = {
  readonly sequence: Sequence;
  readonly command: Command;
  readonly outcome: Outcome;
};

export type BatchEvents = {
  /** In the order in which they changed; `status` tells those that rest from those that ended. */
  readonly orders: readonly OrderRecord[];
  readonly trades: readonly Trade[];
  readonly postings: readonly Posting[];
};

export type CommittedBatch = BatchEvents & {
  readonly firstSequence: Sequence;
  readonly lastSequence: Sequence;
  readonly at: Millis;
  readonly commands: readonly CommittedCommand[];
};

export type BatchListener = (batch: CommittedBatch) => void;
