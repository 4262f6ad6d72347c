/**
 * The books as the journal makes them: the watcher's own engine, which applies every command.
 *
 * It starts with the first command, or with a snapshot of the exchange whose state the watcher itself has computed before: the
 * watcher does not have the key that proves who wrote a snapshot.
 */
import { Engine, engineVersion } from '@salar/engine';
import { sequence } from '@salar/protocol';
import type { Command, Sequence } from '@salar/protocol';
import { decodeCommands } from '@salar/sequencer/restore';
import {
  JournalBroken,
  WrittenByNewer,
  computeStateHash,
  genesisHash,
  headAfter,
  listSnapshots,
  readJournal,
  readSnapshot,
} from '@salar/store';
import type { JournalHead, JournalRow, Queryable } from '@salar/store';
import type { OwnRecord } from './own-record.ts';

const noEnd = sequence(Number.MAX_SAFE_INTEGER);

export type ReplayedBooksOptions = {
  readonly record: OwnRecord;
  readonly clock: () => number;
  /** Called for each command that the engine accepted. */
  readonly onCommand: (command: Command, sequence: Sequence, engine: Engine) => void;
};

export class ReplayedBooks {
  readonly engine: Engine;
  readonly #options: ReplayedBooksOptions;
  #head: JournalHead;

  private constructor(engine: Engine, head: JournalHead, options: ReplayedBooksOptions) {
    this.engine = engine;
    this.#head = head;
    this.#options = options;
  }

  static async open(on: Queryable, options: ReplayedBooksOptions): Promise<ReplayedBooks> {
    for (const snapshot of await listSnapshots(on, noEnd)) {
      const known = options.record.findState(snapshot.sequence);
      if (known === undefined || snapshot.engineVersion !== engineVersion) continue;
      const stored = await readSnapshot(on, snapshot.sequence);
      if (stored === null || toHex(computeStateHash(stored.payload)) !== known.stateHash) continue;
      const head = { sequence: snapshot.sequence, hash: Buffer.from(known.hash, 'hex') };
      return new ReplayedBooks(Engine.load(stored.payload), head, options);
    }
    return new ReplayedBooks(new Engine(), { sequence: sequence(0), hash: genesisHash }, options);
  }

  /** The last row that was applied. */
  get head(): JournalHead {
    return this.#head;
  }

  /**
   * Applies the rows up to `until`, and compares the state with the snapshots on the way.
   *
   * @returns a sentence for each snapshot that is not the state that the journal makes
   * @throws JournalBroken when the rows are not linked; WrittenByNewer when a newer exchange wrote them
   */
  async read(on: Queryable, until: Sequence = noEnd): Promise<readonly string[]> {
    const snapshots = new Map(
      (await listSnapshots(on, noEnd))
        .filter((one) => one.engineVersion === engineVersion)
        .map((one) => [one.sequence, toHex(one.stateHash)]),
    );
    const differences: string[] = [];
    for await (const row of readJournal(on, this.#head, until)) {
      this.#apply(row);
      this.#head = headAfter(row);
      const expected = snapshots.get(this.#head.sequence);
      if (expected === undefined) continue;
      if (!this.#recordState(expected))
        differences.push(
          `the snapshot at command ${this.#head.sequence} is not the state that the journal makes`,
        );
    }
    return differences;
  }

  /** @throws JournalBroken also when a row is no batch of commands, or a command breaks the engine */
  #apply(row: JournalRow): void {
    try {
      this.#applyCommands(row);
    } catch (error) {
      if (error instanceof WrittenByNewer || error instanceof JournalBroken) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new JournalBroken(`replaying stops after command ${this.engine.lastSequence}: ${reason}`, {
        cause: error,
      });
    }
  }

  #applyCommands(row: JournalRow): void {
    for (const [place, command] of decodeCommands(row).entries()) {
      const at = sequence(row.firstSequence + place);
      const outcome = this.engine.apply(command, { sequence: at, at: row.at });
      if (outcome.ok) this.#options.onCommand(command, at, this.engine);
    }
  }

  /** Records the state when it is the expected one. */
  #recordState(expected: string): boolean {
    const { record, clock } = this.#options;
    if (toHex(computeStateHash(this.engine.save())) !== expected) return false;
    const { sequence, hash } = this.#head;
    record.append({ sequence, hash: toHex(hash), stateHash: expected, at: clock() });
    return true;
  }
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
