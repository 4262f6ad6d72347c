/**
 * Remembers in a file of the data directory where the journal ended, and compares at a start: rows that were deleted from the
 * end of the journal leave a chain without a fault, and the signed checkpoints are up to an hour old.
 */
import { join } from 'node:path';
import { readJournalEnd, writeJournalEnd } from '@salar/adapters/files/journal-end-file';
import type { Sequencer } from '@salar/sequencer';
import { Loop } from '@salar/services/background/loop';
import { findCheckpointDifference } from '@salar/services/reconciliation/journal-checkpoints';
import type { Log } from '@salar/services/ports/log';
import type { Database } from '@salar/store';
import { StartFailure } from '../lifecycle/start-failure.ts';
import type { RunOptions } from './run-options.ts';

const intervalMs = 5_000;

export function getJournalEndPath(dataDir: string): string {
  return join(dataDir, 'journal-end.json');
}

/**
 * Checks that the journal still has the end that this machine saw last.
 *
 * @throws StartFailure when it is shorter, or another one
 */
export async function assertJournalKept(dataDir: string, database: Database): Promise<void> {
  const path = getJournalEndPath(dataDir);
  const end = readJournalEnd(path);
  const difference = end && (await findCheckpointDifference(database, end));
  if (end === null || difference === null) return;
  throw new StartFailure(
    `The journal is not the one that this machine wrote up to command ${end.sequence}: ${difference}. Its last rows were ` +
      `deleted, or the database is an older one. After a restore that you decided on, remove ${path}, and read ` +
      '"Before you open a restored exchange" in docs/recovery.md first.',
  );
}

/**
 * Writes the end of the journal down every few seconds while it grows, and once more when the journal is closed.
 *
 * @param journal  the writer: a row that another process appended is not of this journal
 */
export function keepJournalEnd(
  journal: Pick<Sequencer, 'journalEnd'>,
  {
    config,
    log,
    stops,
  }: Pick<RunOptions, 'stops'> & {
    readonly log: Log;
    readonly config: Pick<RunOptions['config'], 'dataDir'>;
  },
): void {
  const path = getJournalEndPath(config.dataDir);
  let last = 0;
  const work = async () => {
    const { sequence, hash } = journal.journalEnd;
    if (sequence === last) return;
    writeJournalEnd(path, { sequence, hash: Buffer.from(hash).toString('hex') });
    last = sequence;
  };
  const loop = new Loop({ name: 'end of the journal', intervalMs, log, work });
  loop.start();
  stops.add('end of the journal', async () => {
    await loop.stop();
    await work();
  });
}
