/**
 * The follower: replays the journal behind the writer, keeps the read models, and takes the snapshots.
 *
 * It has an engine of its own, so the writer never stops to serialise anything, and history may lag during a burst.
 * The journal is its queue: everything not yet written can be read again, so its memory use stays small.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { InstrumentId, Sequence } from '@salar/protocol';
import { retry } from '@salar/protocol/backoff';
import type { Backoff } from '@salar/protocol/backoff';
import { engineVersion } from '@salar/engine';
import type { Engine } from '@salar/engine';
import {
  JournalPartsAhead,
  ProjectionRows,
  ProjectionWriter,
  headAfter,
  isTransientDatabaseError,
  readNewestCandles,
  readJournal,
  readProjectionPosition,
  saveSnapshot,
} from '@salar/store';
import type { Database, JournalHead, JournalKey, ProjectedRows } from '@salar/store';
import { writePoint } from '@salar/store/write-points';
import { getBestPrices } from './best-prices.ts';
import { createJournalReader } from './journal-store.ts';
import { applyRow, restoreEngine } from './restore.ts';

export type FollowerOptions = {
  readonly database: Database;
  /** The epoch of the writer that it follows. */
  readonly epoch: number;
  /** Commands between two snapshots. */
  readonly snapshotEvery: number;
  /** The key of the snapshots' MACs. */
  readonly macKey?: JournalKey;
  readonly onPosition: (sequence: Sequence) => void;
  readonly onSnapshot: (snapshot: SnapshotTaken) => void;
  /** Called when it cannot continue: another process has taken over, or the journal cannot be replayed. */
  readonly onFatal: (error: Error) => void;
  readonly log: (line: string) => void;
};

export type SnapshotTaken = { readonly sequence: Sequence; readonly stateHash: Uint8Array };

/** Rows of read models written in one transaction: large enough for COPY to be cheap, small enough for memory. */
const rowsPerWrite = 100_000;
const backoff: Backoff = { firstMs: 20, maxMs: 1000 };
/** Longer than a switchover of the database takes. */
const openPatienceMs = 600_000;
/**
 * When the last snapshot is older than this and was cheap, a tenth of the usual number of commands is enough for
 * the next one: this keeps starts short.
 */
const snapshotPauseMs = 10_000;
const snapshotShareMax = 0.02;

export class Follower {
  readonly #options: FollowerOptions;
  readonly #rows: ProjectionRows;
  readonly #writer: ProjectionWriter;
  readonly #engine: Engine;
  readonly #parts: JournalPartsAhead;
  /** The engine's position. Its hash is read with the first row if unknown. */
  #read: Sequence | JournalHead;
  /** The position of the read models. */
  #written: Sequence;
  #target: Sequence;
  #snapshotAt: Sequence;
  #snapshotEndedAt = performance.now();
  #snapshotTookMs = 0;
  #running: Promise<void> | null = null;
  #isClosing = false;
  #isBroken = false;

  private constructor(
    options: FollowerOptions,
    start: { rows: ProjectionRows; engine: Engine; snapshotAt: Sequence },
  ) {
    this.#options = options;
    this.#rows = start.rows;
    this.#engine = start.engine;
    this.#writer = new ProjectionWriter(options.database, options.epoch);
    this.#parts = new JournalPartsAhead(options.database);
    this.#read = start.engine.lastSequence;
    this.#written = start.engine.lastSequence;
    this.#target = start.engine.lastSequence;
    this.#snapshotAt = start.snapshotAt;
  }

  /** Restores the engine to the position of the read models. Retries while the database is briefly unavailable. */
  static async open(options: FollowerOptions): Promise<Follower> {
    const deadline = Date.now() + openPatienceMs;
    const canRetry = (error: unknown): boolean => {
      if (!isTransientDatabaseError(error) || Date.now() > deadline) return false;
      options.log(`the follower could not start yet: ${String(error)}`);
      return true;
    };
    return retry(() => Follower.#restore(options), { backoff, canRetry, pause: delay });
  }

  static async #restore(options: FollowerOptions): Promise<Follower> {
    const position = await readProjectionPosition(options.database);
    const rows = new ProjectionRows(position.entryCount);
    rows.isMuted = true; // everything up to the position is in the tables already
    const engine = await restoreEngine(createJournalReader(options.database, options.macKey), {
      until: position.sequence,
      sink: rows,
      log: options.log,
    });
    rows.isMuted = false;
    // Read after the position. Candles ahead of it belong to another writer; then the first write fails as lost.
    rows.candles.load(await readNewestCandles(options.database, listInstrumentIds(engine)));
    options.onPosition(position.sequence);
    return new Follower(options, { rows, engine, snapshotAt: position.sequence });
  }

  get position(): Sequence {
    return this.#written;
  }

  /** Call when the journal ends at `head`. Returns at once. */
  advance(head: Sequence): void {
    if (head > this.#target) this.#target = head;
    if (this.#running !== null || this.#isClosing || this.#written >= this.#target) return;
    this.#running = this.#run()
      .catch((error: unknown) => {
        this.#isClosing = true;
        this.#isBroken = true;
        this.#options.onFatal(error instanceof Error ? error : new Error(String(error)));
      })
      .finally(() => {
        this.#running = null;
        this.advance(this.#target);
      });
  }

  /** Stops after the current write, and takes a last snapshot if anything has changed since the one before. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#running;
    if (!this.#isBroken && this.#snapshotAt !== this.#written) await this.#takeSnapshot();
    await this.#writer.close();
  }

  async #run(): Promise<void> {
    while (this.#written < this.#target && !this.#isClosing) {
      await this.#retryWhileAway('read the journal', () => this.#readSome());
      await this.#write(this.#rows.take());
      this.#options.onPosition(this.#written);
      await this.#makeParts();
      if (this.#isSnapshotDue()) await this.#takeSnapshot();
    }
  }

  async #readSome(): Promise<void> {
    for await (const row of readJournal(this.#options.database, this.#read, this.#target)) {
      this.#rows.candles.reach(row.at, this.#engine.lastAt, (id) => getBestPrices(this.#engine, id));
      applyRow(this.#engine, row);
      this.#read = headAfter(row);
      if (this.#rows.size >= rowsPerWrite) return;
    }
  }

  /**
   * Creates the next partition of the journal. May fail: the writer creates a missing one itself, at the cost of a
   * pause.
   */
  async #makeParts(): Promise<void> {
    await this.#parts.reach(this.#written).catch((error: unknown) => {
      this.#options.log(`the next part of the journal could not be made yet: ${String(error)}`);
    });
  }

  async #write(rows: ProjectedRows): Promise<void> {
    const to = this.#engine.lastSequence;
    await this.#retryWhileAway('write history', async () => {
      const outcome = await this.#writer.write({ from: this.#written, to, rows });
      if (outcome === 'lost') throw new FollowerLost('another process keeps the read models now');
    });
    this.#written = to;
  }

  #isSnapshotDue(): boolean {
    const since = this.#written - this.#snapshotAt;
    const { snapshotEvery } = this.#options;
    if (since >= snapshotEvery) return true;
    const pauseMs = Math.max(snapshotPauseMs, this.#snapshotTookMs / snapshotShareMax);
    return since >= snapshotEvery / 10 && performance.now() - this.#snapshotEndedAt >= pauseMs;
  }

  /** A snapshot that cannot be stored only makes the next start slower. */
  async #takeSnapshot(): Promise<void> {
    const beganAt = performance.now();
    const sequence = this.#written;
    const payload = this.#engine.save();
    writePoint('snapshot.saved');
    this.#snapshotAt = sequence;
    try {
      const { database, macKey } = this.#options;
      const at = this.#engine.lastAt;
      const stateHash = await saveSnapshot(database, { sequence, engineVersion, payload, at }, macKey);
      writePoint('snapshot.stored');
      this.#options.onSnapshot({ sequence, stateHash });
    } catch (error) {
      this.#options.log(`the snapshot at command ${sequence} could not be stored: ${String(error)}`);
    }
    this.#snapshotEndedAt = performance.now();
    this.#snapshotTookMs = this.#snapshotEndedAt - beganAt;
  }

  /** Retries until PostgreSQL is available again. Every other error is rethrown. */
  async #retryWhileAway(what: string, work: () => Promise<void>): Promise<void> {
    const canRetry = (error: unknown): boolean => {
      if (!isTransientDatabaseError(error) || this.#isClosing) return false;
      this.#options.log(`could not ${what}: ${String(error)}`);
      return true;
    };
    return retry(work, { backoff, canRetry, pause: delay });
  }
}

function listInstrumentIds(engine: Engine): readonly InstrumentId[] {
  return engine.instruments().map((instrument) => instrument.instrumentId);
}

/** Thrown when this follower's writer was replaced. */
class FollowerLost extends Error {
  override readonly name = 'FollowerLost';
}
