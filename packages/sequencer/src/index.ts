/** The single writer: queue, batch, engine, journal, answers; and the follower that keeps history. */
export { Sequencer } from './sequencer.ts';
export type { SequencerOptions, SequencerStatus } from './sequencer.ts';
export { SequencerUnavailable } from './unavailable.ts';
export type { BatchEvents, BatchListener, CommittedBatch, CommittedCommand } from './committed-batch.ts';
export { JournalLost } from './journal-committer.ts';
export { journalReader, journalStore } from './journal-store.ts';
export type { JournalAppender, JournalReader, JournalStore } from './journal-store.ts';
export { realWaiting } from './waiting.ts';
export type { Waiting } from './waiting.ts';
export { applyRow, restoreEngine } from './restore.ts';
export { replayJournal } from './replay/replay-journal.ts';
export type { Replay, ReplayOptions } from './replay/replay-journal.ts';
export { Standby } from './standby/standby.ts';
export type { StandbyStatus } from './standby/standby.ts';
export type { Handover } from './standby/handover.ts';
export { verifyBooks } from './verify/verify-books.ts';
export type { Verification } from './verify/verify-books.ts';
export type { Finding } from './verify/findings.ts';
