/**
 * The single writer.
 *
 * The engine decides commands one after another, in memory, at once; callers are answered when their batch is in
 * the journal, on disk. While one batch is being committed, the next one fills: there are no timers and no
 * artificial delay.
 */
import { millis, sequence } from '@salar/protocol';
import type { Command, OutcomeOf, Sequence } from '@salar/protocol';
import type { Engine, EngineView, ReadResult } from '@salar/engine';
import { LeaseKeeper, computeStateHash } from '@salar/store';
import type { Database, JournalHead, JournalProof } from '@salar/store';
import { writePoint } from '@salar/store/write-points';
import type { BatchSink } from './batch-sink.ts';
import type { BatchListener } from './committed-batch.ts';
import { openFollower } from './follower-handle.ts';
import type { FollowerHandle } from './follower-handle.ts';
import { FollowerPace } from './follower-pace.ts';
import type { SnapshotTaken } from './follower.ts';
import { openFollowerThread } from './follower-thread.ts';
import { JournalCommitter, JournalLost } from './journal-committer.ts';
import { createJournalStore } from './journal-store.ts';
import type { JournalStore } from './journal-store.ts';
import { OpenBatch } from './open-batch.ts';
import { Progress } from './progress.ts';
import type { Handover } from './standby/handover.ts';
import { formatLeaseHolder } from './standby/holder.ts';
import { JournalTail } from './standby/journal-tail.ts';
import { SequencerUnavailable } from './unavailable-error.ts';
import { realScheduler } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';

export type SequencerOptions = WriterOptions & (DatabaseOptions | JournalOptions);

type WriterOptions = {
  readonly now?: () => number;
  readonly scheduler?: Scheduler;
  /** Called once when the writer cannot continue. The process should end, and restart from the journal. */
  readonly onFatal: (error: Error) => void;
  readonly log?: (line: string) => void;
};

/** The journal is in PostgreSQL, and so is the history that the follower keeps. */
type DatabaseOptions = {
  readonly database: Database;
  /** URL of the bundled follower worker; without it the follower runs in this thread. */
  readonly followerUrl?: URL;
  /** Commands between two snapshots. */
  readonly snapshotEvery?: number;
  /** Proves who wrote the journal; without it, rows and snapshots have no MACs. */
  readonly proof?: JournalProof;
  /** For measurements only: without history and snapshots, and `projected` never resolves. */
  readonly withoutFollower?: boolean;
  /**
   * Renews the writer's lease, and releases it at the end. A standby takes over when the lease was not renewed for
   * this long. If omitted, the lease is not renewed.
   */
  readonly leaseTermMs?: number;
  /** From a standby: its lease, and its engine, which has read the journal already. */
  readonly handover?: Handover;
};

/** The journal is stored elsewhere: without history and snapshots, and `projected` never resolves. */
type JournalOptions = {
  readonly journal: JournalStore;
  /** Its engine becomes the writer's, instead of one restored from the journal. */
  readonly tail?: JournalTail;
};

export type SequencerStatus = {
  /** Last command on disk. */
  readonly sequence: Sequence;
  readonly epoch: number;
  /** Commands decided but not yet on disk. */
  readonly queueLength: number;
  /** Last command contained in history. */
  readonly projectedSequence: Sequence;
  readonly lastCommitMicros: number;
  /** True while waiting for PostgreSQL. */
  readonly isAway: boolean;
  /** False when the lease was not renewed for its term: another process may be the writer. */
  readonly isLeading: boolean;
};

/** Maximum commands in one row of the journal: a commit of this many takes about a millisecond. */
const batchCommandsMax = 2000;
/** Maximum commands that wait for the disk. More would wait too long. */
const queueMax = 20_000;
/** Cancels are accepted up to this limit: leaving the market has priority. */
const queueMaxForCancels = 25_000;
const retryAfterMs = 1000;
const snapshotEveryDefault = 50_000;
/**
 * How long `close` waits for the database, and then for the read models. Both continue from the journal at the next
 * start.
 */
const drainTimeoutMs = 10_000;

type State = 'open' | 'closing' | 'broken';

export class Sequencer {
  /** For tests and tools that check the whole state; commands go through `submit`. */
  readonly engine: Engine;
  /** The state as decided, which may not be on disk yet: for decisions that end in `submit`, never for an answer. */
  readonly undurable: EngineView;
  readonly #options: SequencerOptions;
  readonly #now: () => number;
  readonly #scheduler: Scheduler;
  readonly #log: (line: string) => void;
  readonly #epoch: number;
  readonly #lease: LeaseKeeper | null;
  readonly #sink: BatchSink;
  readonly #committer: JournalCommitter;
  readonly #projection: Progress;
  readonly #listeners = new Set<BatchListener>();
  #follower: FollowerHandle | null = null;
  #followerStart: Promise<void> = Promise.resolve();
  #pace: FollowerPace | null = null;
  #lastSnapshot: SnapshotTaken | null = null;
  /** Batches not yet on disk, oldest first; the first one may be in flight. */
  #batches: OpenBatch[] = [];
  #inFlight: OpenBatch | null = null;
  #queueLength = 0;
  #isScheduled = false;
  #committing: Promise<void> | null = null;
  #state: State = 'open';
  #failure: Error | null = null;
  #isFatalReported = false;
  #closed: Promise<void> | null = null;
  #lastCommitMicros = 0;

  private constructor(
    options: SequencerOptions,
    parts: {
      engine: Engine;
      sink: BatchSink;
      committer: JournalCommitter;
      lease: LeaseKeeper | null;
      epoch: number;
    },
  ) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#scheduler = options.scheduler ?? realScheduler;
    this.#log = options.log ?? (() => undefined);
    this.engine = parts.engine;
    this.undurable = parts.engine;
    this.#sink = parts.sink;
    this.#committer = parts.committer;
    this.#epoch = parts.epoch;
    this.#lease = parts.lease;
    this.#projection = new Progress(0);
    void this.#lease?.lost.then(() =>
      this.#fail(new JournalLost('another process has taken over the journal')),
    );
  }

  /**
   * Takes the writer's lease, and restores the engine from the newest good snapshot and the journal after it. From
   * then on no other process can append. The follower starts in parallel: commands are accepted before history is
   * available.
   *
   * @throws JournalBroken when the journal is damaged, or its end was written by somebody else
   */
  static async open(options: SequencerOptions): Promise<Sequencer> {
    const { journal, handover, keepLease } =
      'journal' in options ? fromJournal(options) : fromDatabase(options);
    const log = options.log ?? (() => undefined);
    const scheduler = options.scheduler ?? realScheduler;
    const appender = await journal.open(formatLeaseHolder(process.pid));
    const lease = keepLease(appender.epoch, log);
    try {
      const tail = handover?.tail ?? (await JournalTail.open(journal, log));
      if (handover !== undefined) await tail.read(journal);
      const { engine, sink, head } = tail;
      const committer = new JournalCommitter(appender, { head, scheduler, log });
      const sequencer = new Sequencer(options, { engine, sink, committer, lease, epoch: appender.epoch });
      if ('database' in options && options.withoutFollower !== true) sequencer.#startFollower(options);
      return sequencer;
    } catch (error) {
      await lease?.close();
      await appender.close();
      throw error;
    }
  }

  /**
   * Decides a command at once, and resolves with its outcome when it is on disk.
   *
   * @throws SequencerUnavailable at once when the queue is full, the database is unavailable, or the writer is
   *   stopping; later, with `isOutcomeUnknown`, when the writer stopped before the commit's outcome was known
   * @throws CodecError for a command that the journal cannot hold
   */
  submit<C extends Command>(command: C): Promise<OutcomeOf<C>> {
    try {
      this.#assertAccepting(command);
      return this.#decide(command);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /**
   * Runs `look` at once, waits until everything decided so far is on disk, and then resolves with its result: state that
   * may be published.
   *
   * @throws SequencerUnavailable when another process may lead, when the writer has failed, or while the outcome of a
   *   commit is unknown: the engine's state may then be missing from the journal
   */
  async read<T>(look: (view: EngineView) => ReadResult<T>): Promise<T> {
    const result = look(this.undurable);
    await this.#settled();
    return result;
  }

  #settled(): Promise<void> {
    if (this.#failure !== null) return Promise.reject(createFailedError(this.#failure));
    if (this.#isLeaseExpired()) return Promise.reject(createLeaseExpiredError());
    const last = this.#batches.findLast((batch) => batch.count > 0) ?? this.#inFlight;
    if (last === null) return Promise.resolve();
    // The wait would have no limit, and state that may be lost is no answer.
    if (this.#committer.isAway) return Promise.reject(createAwayError());
    return last.whenDurable();
  }

  /** Resolves when the read models contain everything up to `until`; by default, everything committed so far. */
  projected(until: Sequence = this.#committer.head.sequence): Promise<void> {
    this.#pace?.flush(until);
    return this.#projection.waitFor(until);
  }

  /** Calls `listener` after each commit, in order. The listener must not throw. */
  subscribe(listener: BatchListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The end of the journal as this writer has committed it. */
  get journalEnd(): JournalHead {
    return this.#committer.head;
  }

  status(): SequencerStatus {
    return {
      sequence: this.#committer.head.sequence,
      epoch: this.#epoch,
      queueLength: this.#queueLength,
      projectedSequence: sequence(this.#projection.reached),
      lastCommitMicros: this.#lastCommitMicros,
      isAway: this.#committer.isAway,
      isLeading: this.#state === 'open' && !this.#isLeaseExpired(),
    };
  }

  /** Accepts no more commands, answers the pending ones, lets history catch up, and takes a last snapshot. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closing';
    await this.#waitAtMost(drainTimeoutMs, this.#drain());
    await this.#committer.stop(); // stops waiting for a database that does not come back
    await this.#drain();
    await this.#waitAtMost(drainTimeoutMs, this.#followerStart); // it may be waiting for the database, too
    if (this.#failure === null && this.#follower !== null) {
      // When another process has taken over, its follower writes the rest; at a restart, the next one does.
      const projected = this.projected().catch((error: unknown) =>
        this.#log(`history is left to the next writer: ${String(error)}`),
      );
      await this.#waitAtMost(drainTimeoutMs, projected);
    }
    this.#projection.fail(new SequencerUnavailable('the writer has stopped', { retryAfterMs }));
    this.#pace?.stop();
    await this.#follower?.close();
    await this.#lease?.close();
    this.#compareWithFollower();
  }

  async #drain(): Promise<void> {
    while (this.#committing !== null || this.#isScheduled) {
      await (this.#committing ?? new Promise<void>((resolve) => this.#scheduler.soon(resolve)));
    }
  }

  #assertAccepting(command: Command): void {
    if (this.#state !== 'open') {
      throw new SequencerUnavailable('the writer is stopping', { retryAfterMs });
    }
    if (this.#committer.isAway) throw createAwayError();
    if (this.#isLeaseExpired()) throw createLeaseExpiredError();
    const isCancel = command.type === 'CancelOrder' || command.type === 'CancelAllOrders';
    if (this.#queueLength >= (isCancel ? queueMaxForCancels : queueMax)) {
      throw new SequencerUnavailable('too many commands are waiting', { retryAfterMs });
    }
  }

  /**
   * True when another process may be the writer: commands are then refused, and no state is published that may be
   * stale.
   */
  #isLeaseExpired(): boolean {
    return this.#lease !== null && !this.#lease.isHeld();
  }

  #decide<C extends Command>(command: C): Promise<OutcomeOf<C>> {
    const batch = this.#batchToFill();
    const stamp = batch.write(command);
    let outcome: OutcomeOf<C>;
    this.#sink.target = batch.events;
    try {
      outcome = this.engine.apply(command, stamp);
    } catch (error) {
      batch.rollback();
      this.#break(error instanceof Error ? error : new Error(String(error)));
      throw error;
    } finally {
      this.#sink.target = null;
    }
    this.#queueLength += 1;
    this.#schedule();
    return batch.addOutcome(command, stamp, outcome);
  }

  #batchToFill(): OpenBatch {
    const last = this.#batches.at(-1);
    if (last !== undefined && last.count > 0 && last.count < batchCommandsMax) return last;
    if (last?.count === 0) this.#batches.pop(); // its only command could not be encoded, and its time is old
    const at = millis(Math.max(Math.floor(this.#now()), this.engine.lastAt));
    const batch = new OpenBatch(sequence(this.engine.lastSequence + 1), at);
    this.#batches.push(batch);
    return batch;
  }

  /** Commits at the end of this turn of the event loop, so that requests that were read together share a batch. */
  #schedule(): void {
    if (this.#isScheduled || this.#committing !== null) return;
    this.#isScheduled = true;
    this.#scheduler.soon(() => {
      this.#isScheduled = false;
      this.#committing = this.#commitAll()
        .catch((error: unknown) => this.#fail(error instanceof Error ? error : new Error(String(error))))
        .finally(() => {
          this.#committing = null;
          if (this.#failure === null && this.#queueLength > 0) this.#schedule();
        });
    });
  }

  async #commitAll(): Promise<void> {
    let batch = this.#takeBatch();
    let commit = this.#commit(batch);
    while (batch !== null) {
      await commit;
      const done = batch;
      batch = this.#takeBatch();
      commit = this.#commit(batch); // the disk writes while callers are answered
      this.#publish(done);
    }
    if (this.#state === 'broken' && this.#failure !== null) throw this.#failure;
  }

  #takeBatch(): OpenBatch | null {
    while (this.#batches[0]?.count === 0) this.#batches.shift();
    this.#inFlight = this.#batches.shift() ?? null;
    return this.#inFlight;
  }

  async #commit(batch: OpenBatch | null): Promise<void> {
    if (batch === null) return;
    const startedAt = performance.now();
    await this.#committer.commit({ count: batch.count, at: batch.at, payload: batch.payload() });
    this.#lastCommitMicros = Math.round((performance.now() - startedAt) * 1000);
  }

  #publish(batch: OpenBatch): void {
    this.#queueLength = Math.max(0, this.#queueLength - batch.count);
    batch.resolveCallers();
    const committed = batch.toCommitted();
    this.#pace?.committed(committed.lastSequence);
    for (const listener of this.#listeners) listener(committed);
    writePoint('journal.answered');
  }

  /** The engine threw, so it decides nothing more. Earlier commands are still committed and answered. */
  #break(error: Error): void {
    this.#state = 'broken';
    this.#failure = error;
    this.#schedule();
  }

  #fail(error: Error): void {
    const isWaitOver = this.#state === 'closing'; // `close` stopped waiting for an unavailable database
    this.#state = 'broken';
    this.#failure ??= error;
    const unknown = createFailedError(error);
    this.#inFlight?.rejectCallers(unknown);
    for (const batch of this.#batches.splice(0)) batch.rejectCallers(unknown);
    this.#inFlight = null;
    this.#queueLength = 0;
    this.#projection.fail(unknown);
    if (this.#isFatalReported || isWaitOver) return;
    this.#isFatalReported = true;
    this.#options.onFatal(this.#failure);
  }

  #startFollower(options: DatabaseOptions): void {
    this.#followerStart = this.#openFollower(options).catch((error: unknown) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #openFollower({ database, followerUrl, snapshotEvery, proof }: DatabaseOptions): Promise<void> {
    // Reading a page and storing a snapshot may take long, and nobody waits for them.
    const { answerTimeoutMs: _, ...databaseOptions } = database.options;
    const start = {
      databaseOptions,
      epoch: this.#epoch,
      snapshotEvery: snapshotEvery ?? snapshotEveryDefault,
      ...(proof && { macKey: proof.key }),
    };
    const events = {
      onPosition: (position: Sequence) => {
        this.#projection.advance(position);
        this.#pace?.reached(position);
      },
      onSnapshot: (snapshot: SnapshotTaken) => {
        this.#lastSnapshot = snapshot;
      },
      onFatal: (error: Error) => this.#fail(error),
      log: this.#log,
    };
    const follower = await (followerUrl === undefined
      ? openFollower(start, events)
      : openFollowerThread(followerUrl, start, events));
    this.#follower = follower;
    this.#pace = new FollowerPace(sequence(this.#projection.reached), (head) => follower.advance(head));
    this.#pace.committed(this.#committer.head.sequence);
  }

  /**
   * Compares the writer's state with the follower's snapshot: two engines that read the same journal must be equal
   * to the byte.
   */
  #compareWithFollower(): void {
    const snapshot = this.#lastSnapshot;
    if (this.#failure !== null || snapshot?.sequence !== this.engine.lastSequence) return;
    if (Buffer.compare(computeStateHash(this.engine.save()), snapshot.stateHash) === 0) return;
    this.#options.onFatal(
      new Error(`the state after command ${snapshot.sequence} is not what a replay gives`),
    );
  }

  async #waitAtMost(timeoutMs: number, work: Promise<void>): Promise<void> {
    const timeout = new AbortController();
    await Promise.race([
      work.finally(() => timeout.abort()),
      this.#scheduler.pause(timeoutMs, timeout.signal),
    ]);
  }
}

function fromJournal({ journal, tail }: JournalOptions) {
  return { journal, handover: tail && { tail }, keepLease: () => null };
}

function fromDatabase({ database, leaseTermMs: termMs, handover, proof }: DatabaseOptions) {
  const claim = { ...(termMs !== undefined && { termMs }), ...(handover && { epoch: handover.epoch }) };
  const keepLease = (epoch: number, log: (line: string) => void) =>
    termMs === undefined ? null : new LeaseKeeper({ database, epoch, termMs, log });
  return { journal: createJournalStore(database, claim, proof), handover, keepLease };
}

function createFailedError({ message }: Error): SequencerUnavailable {
  return new SequencerUnavailable(`the writer has stopped: ${message}`, {
    retryAfterMs,
    isOutcomeUnknown: true,
  });
}

function createAwayError(): SequencerUnavailable {
  return new SequencerUnavailable('the database is away', { retryAfterMs });
}

function createLeaseExpiredError(): SequencerUnavailable {
  return new SequencerUnavailable("the writer's lease could not be renewed", { retryAfterMs });
}
