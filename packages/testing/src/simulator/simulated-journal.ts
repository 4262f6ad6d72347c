/**
 * The journal as seen by a process: over a connection that breaks, is slow, or hides the outcome.
 *
 * Whatever was sent when a connection broke, or when its process died, may still reach the disk later.
 */
import { assertNever } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import type { JournalAppender, JournalReader, JournalStore } from '@salar/sequencer';
import { isSameHash, computeStateHash } from '@salar/store';
import type { AppendOutcome, JournalHead, JournalRow } from '@salar/store';
import type { AppendFault } from './steps.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { SimulatedTime } from './simulated-time.ts';

/** Parts of the simulated world that a process's connection uses. */
export type Connection = {
  readonly disk: SimulatedDisk;
  readonly time: SimulatedTime;
  readonly isAlive: () => boolean;
  readonly isAway: () => boolean;
  /** The fault of the next append, if any. */
  readonly nextFault: () => AppendFault | null;
  /** Kills the process at once. */
  readonly die: () => void;
};

const landMs = 0.5;
const answerMs = 0.3;
const rowsPerRead = 256;

export class SimulatedJournal implements JournalStore {
  readonly #to: Connection;

  constructor(to: Connection) {
    this.#to = to;
  }

  async open(): Promise<JournalAppender> {
    await reach(this.#to);
    return new SimulatedAppender(this.#to, this.#to.disk.takeLease());
  }

  async head(): Promise<JournalHead> {
    await reach(this.#to);
    return this.#to.disk.head;
  }

  async *read(after: Sequence | JournalHead, until: Sequence): AsyncGenerator<JournalRow, void, undefined> {
    await reach(this.#to);
    let read = 0;
    for (const row of this.#to.disk.read(after, until)) {
      yield row;
      read += 1;
      if (read % rowsPerRead === 0) await reach(this.#to);
    }
  }

  async snapshots(until: Sequence): ReturnType<JournalReader['snapshots']> {
    await reach(this.#to);
    return this.#to.disk.snapshots.filter((one) => one.sequence <= until);
  }

  async snapshot(sequence: Sequence): ReturnType<JournalReader['snapshot']> {
    await reach(this.#to);
    const found = this.#to.disk.snapshots.find((one) => one.sequence === sequence);
    if (found === undefined || !isSameHash(computeStateHash(found.payload), found.stateHash)) return null;
    return found;
  }
}

class SimulatedAppender implements JournalAppender {
  readonly epoch: number;
  readonly #to: Connection;
  #isConnected = true;
  /** Number of the connection: late answers of an earlier one are dropped. */
  #connection = 1;
  #breakOff: ((error: Error) => void) | null = null;

  constructor(to: Connection, epoch: number) {
    this.#to = to;
    this.epoch = epoch;
  }

  append(row: JournalRow): Promise<AppendOutcome> {
    if (!this.#isConnected || this.#to.isAway()) return Promise.reject(this.#broken());
    return new Promise((resolve, reject) => {
      const connection = this.#connection;
      this.#breakOff = reject;
      const answer = (outcome: AppendOutcome | null) => {
        if (!this.#to.isAlive() || connection !== this.#connection) return;
        if (outcome === null || this.#to.isAway()) reject(this.#broken());
        else resolve(outcome);
      };
      this.#send(row, this.#to.nextFault(), answer);
    });
  }

  async reconnect(): Promise<{ head: JournalHead; isLeaseOurs: boolean }> {
    await this.close();
    await reach(this.#to);
    this.#isConnected = true;
    this.#connection += 1;
    return { head: this.#to.disk.head, isLeaseOurs: this.#to.disk.epoch === this.epoch };
  }

  async close(): Promise<void> {
    this.#breakOff?.(this.#broken());
    this.#isConnected = false;
  }

  /** @param answer receives null when the connection breaks before the answer */
  #send(row: JournalRow, fault: AppendFault | null, answer: (outcome: AppendOutcome | null) => void): void {
    const { disk, time } = this.#to;
    const land = (afterMs: number, then: (outcome: AppendOutcome) => void) =>
      time.after(afterMs, () => then(disk.append(row)));
    const { kind, ms } = fault ?? { kind: null, ms: 0 };
    switch (kind) {
      case null:
        return land(landMs, (outcome) => time.after(answerMs, () => answer(outcome)));
      case 'append_slow':
        return land(ms, (outcome) => time.after(answerMs, () => answer(outcome)));
      case 'append_fails_before':
        return time.after(landMs, () => answer(null));
      case 'append_fails_after':
        return land(landMs, () => answer(null));
      case 'append_lands_late':
        time.after(landMs, () => answer(null));
        return land(ms, () => undefined);
      case 'dies_before_append':
        return time.after(landMs, this.#to.die);
      case 'dies_after_append':
        return land(landMs, this.#to.die);
      default:
        return assertNever(kind);
    }
  }

  #broken(): Error {
    this.#isConnected = false;
    return connectionLost();
  }
}

/** A request and its answer over the network. */
function reach({ time, isAlive, isAway }: Connection): Promise<void> {
  return new Promise((resolve, reject) => {
    time.after(answerMs, () => {
      if (!isAlive()) return;
      if (isAway()) reject(connectionLost());
      else resolve();
    });
  });
}

function connectionLost(): Error {
  return Object.assign(new Error('the connection is lost'), { code: 'ECONNRESET' });
}
