/** The port of the party that signs checkpoints of the journal. */
import type { JournalCheckpoint, SignedCheckpoint } from '@salar/approvals/journal-checkpoint';
import type { Result } from '@salar/protocol';

/**
 * - `checkpoint_conflict`: an equal or later command has a checkpoint already, of another journal
 * - `checkpoint_too_soon`: the last one is less than a minute old
 */
export type CheckpointRefusal = 'request_malformed' | 'checkpoint_conflict' | 'checkpoint_too_soon';

export interface CheckpointSigner {
  /** Signs the end of a row of the journal. The last checkpoint is returned again for the same row. */
  checkpoint(checkpoint: JournalCheckpoint): Promise<Result<SignedCheckpoint, CheckpointRefusal>>;
}
