/** The single writer: queue, batches, engine, journal, answers; and the follower that keeps history. */
export { Sequencer } from './sequencer.ts';
export { SequencerUnavailable } from './unavailable-error.ts';
export type { CommittedBatch } from './committed-batch.ts';
export { JournalLost } from './journal-committer.ts';
export type { JournalAppender, JournalReader, JournalStore } from './journal-store.ts';
export type { Scheduler } from './scheduler.ts';
export { applyRow } from './restore.ts';
export { replayJournal } from './replay/replay-journal.ts';
export type { Replay } from './replay/replay-journal.ts';
export { formatLeaseHolder } from './standby/holder.ts';
export { LeaseWatch } from './standby/lease-watch.ts';
export { Standby } from './standby/standby.ts';
export type { StandbyStatus } from './standby/standby.ts';
export type { Handover } from './standby/handover.ts';
export { verifyBooks } from './verify/verify-books.ts';
export type { Verification } from './verify/verify-books.ts';
