/**
 * Replays the journal and compares the state with every snapshot of this engine on the way.
 *
 * It only reads and holds no lock: the journal grows, but its rows never change. So it works next to a running
 * exchange as well as on a stopped one, for as long as it takes.
 */
import { sequence } from '@salar/protocol';
import type { Sequence } from '@salar/protocol';
import { Engine } from '@salar/engine';
import { computeStateHash } from '@salar/store';
import type { Queryable, SnapshotSummary } from '@salar/store';
import { listComparableSnapshots, createJournalReader } from '../journal-store.ts';
import { isSameState } from './same-state.ts';
import type { JournalReader } from '../journal-store.ts';
import { decodeCommands } from '../restore.ts';

export type ReplayOptions = {
  /** True: from the first command. Otherwise from the oldest snapshot, so that all others are compared. */
  readonly isFromGenesis: boolean;
  /** The last command to apply. Default, and upper bound: the end of the journal. */
  readonly until?: Sequence;
  /** Called every 100,000 commands. */
  readonly onProgress?: (progress: { readonly sequence: Sequence; readonly until: Sequence }) => void;
};

export type Replay = {
  /** The snapshot that the replay started from; 0 for the first command. */
  readonly from: Sequence;
  /** Last command applied. */
  readonly sequence: Sequence;
  readonly snapshotsCompared: number;
  /** A sentence for each snapshot that differs from the journal's state. */
  readonly differences: readonly string[];
  /** SHA-256 of the state after the last command, as hex: the same on every machine. */
  readonly stateHash: string;
};

const progressEvery = 100_000;

/**
 * @throws JournalBroken when the journal is damaged or incomplete; InvariantError when a command in it breaks the
 *   engine; WrittenByNewer when a newer version wrote a part of it
 */
export async function replayJournal(on: Queryable, options: ReplayOptions): Promise<Replay> {
  const journal = createJournalReader(on);
  const { sequence: end } = await journal.head();
  const until = sequence(Math.min(end, options.until ?? end));
  const snapshots = await listComparableSnapshots(on, until);
  const checks = new SnapshotChecks(journal, snapshots);
  const engine = options.isFromGenesis ? new Engine() : await loadOldest(journal, { snapshots, checks });
  const from = engine.lastSequence;
  await checks.compareAt(engine);
  for await (const row of journal.read(from, until)) {
    for (const [i, command] of decodeCommands(row).entries()) {
      const at = sequence(row.firstSequence + i);
      if (at > until) break;
      engine.apply(command, { sequence: at, at: row.at });
      if (at % progressEvery === 0) options.onProgress?.({ sequence: at, until });
    }
    await checks.compareAt(engine);
  }
  return {
    from,
    sequence: engine.lastSequence,
    snapshotsCompared: checks.compared,
    differences: checks.differences,
    stateHash: Buffer.from(computeStateHash(engine.save())).toString('hex'),
  };
}

async function loadOldest(
  journal: JournalReader,
  { snapshots, checks }: { snapshots: readonly SnapshotSummary[]; checks: SnapshotChecks },
): Promise<Engine> {
  for (const { sequence } of snapshots.toReversed()) {
    const snapshot = await journal.snapshot(sequence);
    if (snapshot !== null) return Engine.load(snapshot.payload);
    checks.differs(`the snapshot at command ${sequence} is damaged or missing`);
  }
  return new Engine();
}

class SnapshotChecks {
  readonly differences: string[] = [];
  compared = 0;
  readonly #journal: JournalReader;
  readonly #expected: Map<Sequence, Uint8Array>;

  constructor(journal: JournalReader, snapshots: readonly SnapshotSummary[]) {
    this.#journal = journal;
    this.#expected = new Map(snapshots.map((one) => [one.sequence, one.stateHash]));
  }

  async compareAt(engine: Engine): Promise<void> {
    const at = engine.lastSequence;
    const expected = this.#expected.get(at);
    if (expected === undefined) return;
    this.#expected.delete(at);
    this.compared += 1;
    if (await isSameState(engine, { stateHash: expected }, () => this.#journal.snapshot(at))) return;
    this.differs(`the snapshot at command ${at} is not the state that the journal gives`);
  }

  differs(sentence: string): void {
    this.differences.push(sentence);
  }
}
