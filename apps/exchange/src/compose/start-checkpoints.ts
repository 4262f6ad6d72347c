/** Has the journal's end signed every hour; the checkpoints are kept in a file of the data directory. */
import { join } from 'node:path';
import { CheckpointFile } from '@salar/adapters/files/checkpoint-file';
import type { CheckpointSigner } from '@salar/services';
import { Loop } from '@salar/services/background/loop';
import { JournalCheckpoints } from '@salar/services/reconciliation/journal-checkpoints';
import type { RunOptions } from './run-options.ts';

const intervalMs = 3_600_000;

/** The name of the file in the data directory. */
export const checkpointFileName = 'checkpoints.jsonl';

/** Makes a checkpoint at once and then every hour, until the exchange stops. */
export function startCheckpoints(
  { config, database, log, stops }: Pick<RunOptions, 'config' | 'database' | 'log' | 'stops'>,
  signer: CheckpointSigner,
): void {
  const store = new CheckpointFile(join(config.dataDir, checkpointFileName));
  const checkpoints = new JournalCheckpoints({ database, signer, store, log });
  const loop = new Loop({
    name: 'checkpoints of the journal',
    intervalMs,
    log,
    work: () => checkpoints.work(),
  });
  loop.start();
  stops.add('checkpoints of the journal', async () => {
    await loop.stop();
    store.close();
  });
}
