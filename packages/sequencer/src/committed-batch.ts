/** The payload of commit listeners: one batch, with everything that happened in it. */
import type { Command, Millis, OrderRecord, Outcome, Posting, Sequence, Trade } from '@salar/protocol';

export type CommittedCommand = {
  readonly sequence: Sequence;
  readonly command: Command;
  readonly outcome: Outcome;
};

type BatchEvents = {
  /** In the order of change; `status` distinguishes open orders from ended ones. */
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
