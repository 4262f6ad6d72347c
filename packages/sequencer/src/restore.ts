/** Restores an engine from the journal: the newest good snapshot, then the rows after it. */
import { decodeBatch, sequence } from '@salar/protocol';
import type { Command, EventSink, Sequence } from '@salar/protocol';
import { Engine, NewerSnapshot, SnapshotError, engineVersion } from '@salar/engine';
import { JournalBroken, WrittenByNewer } from '@salar/store';
import type { JournalHead, JournalRow } from '@salar/store';
import type { JournalReader } from './journal-store.ts';

export type RestoreOptions = {
  readonly until: Sequence;
  readonly sink: EventSink;
  readonly log: (line: string) => void;
};

/**
 * Returns an engine that has applied everything up to `until`, which is the end of a batch.
 *
 * @throws JournalBroken when the journal is damaged; InvariantError when a command in it breaks the engine;
 *   WrittenByNewer when a newer version wrote the newest snapshot, or a batch
 */
export async function restoreEngine(journal: JournalReader, options: RestoreOptions): Promise<Engine> {
  const engine = await loadNewest(journal, options);
  return catchUp(engine, journal, { after: engine.lastSequence, until: options.until });
}

/**
 * Applies the rows after `after` up to `until`, which is the end of a batch.
 *
 * @throws as `restoreEngine`
 */
export async function catchUp(
  engine: Engine,
  journal: Pick<JournalReader, 'read'>,
  { after, until }: { after: Sequence | JournalHead; until: Sequence },
): Promise<Engine> {
  for await (const row of journal.read(after, until)) applyRow(engine, row);
  if (engine.lastSequence !== until) {
    throw new Error(`the journal ends at command ${engine.lastSequence}, before ${until}`);
  }
  return engine;
}

/** Applies one row of the journal. */
export function applyRow(engine: Engine, row: JournalRow): void {
  for (const [i, command] of decodeCommands(row).entries()) {
    engine.apply(command, { sequence: sequence(row.firstSequence + i), at: row.at });
  }
}

/**
 * @throws CodecError or JournalBroken when the row's bytes are not the commands that it counts; WrittenByNewer when
 *   a newer engine wrote the batch, because this one may decide differently
 */
export function decodeCommands(row: JournalRow): readonly Command[] {
  const { engineVersion: decidedBy, commands } = decodeBatch(row.payload);
  if (decidedBy > engineVersion) {
    throw new WrittenByNewer(`the batch at command ${row.firstSequence}`, `engine ${decidedBy}`);
  }
  if (commands.length !== row.count) {
    throw new JournalBroken(
      `the batch at command ${row.firstSequence} holds ${commands.length}, not ${row.count}`,
    );
  }
  return commands;
}

async function loadNewest(journal: JournalReader, { until, sink, log }: RestoreOptions): Promise<Engine> {
  for (const { sequence } of await journal.snapshots(until)) {
    const snapshot = await journal.snapshot(sequence);
    if (snapshot === null) {
      log(
        `ALERT: the snapshot at command ${sequence} is damaged or not of this exchange; trying an older one`,
      );
      continue;
    }
    try {
      return Engine.load(snapshot.payload, sink);
    } catch (error) {
      if (error instanceof NewerSnapshot) {
        throw new WrittenByNewer(`the snapshot at command ${sequence}`, `snapshot format ${error.format}`);
      }
      if (!(error instanceof SnapshotError)) throw error;
      log(`the snapshot at command ${sequence} cannot be read (${error.message}); trying an older one`);
    }
  }
  return new Engine(sink);
}
