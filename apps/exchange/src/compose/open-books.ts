/** Opens the books: migrations, the journal with its single writer, and the catalogue. */
import { Sequencer } from '@salar/sequencer';
import type { TrustDecision } from '@salar/services/ports/trust-decision';
import { LeaseKeeper } from '@salar/store';
import { logLines } from '../lifecycle/log-lines.ts';
import { prepareSchema } from '../lifecycle/prepare-schema.ts';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import { seedCatalogue } from '../seed/seed-catalogue.ts';
import { setDayStart } from '../seed/day-start.ts';
import { getBundledUrl } from './bundled-files.ts';
import { assertJournalKept, keepJournalEnd } from './journal-end.ts';
import { assertRecordsKept } from './kept-records.ts';
import { openDirectoryProof } from './journal-proof.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Returns the writer once it has restored the engine and the catalogue is complete. From then on orders are accepted.
 */
export async function openBooks(options: RunOptions, trust: TrustDecision): Promise<Sequencer> {
  const { config, log, progress, stops, database, handover } = options;
  await keepingLease(options, () => retryDuringStart(log, 'migrations', () => prepareSchema(options)));
  return progress.step('Journal', async () => {
    if (!options.laptop)
      await retryDuringStart(log, 'records', () => assertRecordsKept(config.dataDir, database));
    await retryDuringStart(log, 'end of the journal', () => assertJournalKept(config.dataDir, database));
    const sequencer = await retryDuringStart(log, 'journal', () =>
      Sequencer.open({
        database,
        leaseTermMs: config.leaseTermMs,
        ...(handover && { handover }),
        onFatal: options.onFatal,
        proof: openDirectoryProof(config.dataDir, trust),
        log: logLines(log, 'sequencer'),
        followerUrl: getBundledUrl('./follower.js'),
      }),
    );
    keepJournalEnd(sequencer, options); // stopped after the sequencer has written its last batch
    stops.add('sequencer', () => sequencer.close());
    await retryDuringStart(log, 'catalogue', async () => {
      await seedCatalogue(sequencer);
      await setDayStart(sequencer, config.timeZoneOffsetMinutes);
    });
    return sequencer;
  });
}

/**
 * Runs `work`, and renews a lease that this process took over: migrating large tables takes longer than a term, after
 * which a standby may take a lease that was not renewed.
 */
async function keepingLease(
  { config, log, database, handover }: RunOptions,
  work: () => Promise<void>,
): Promise<void> {
  const keeper =
    handover &&
    new LeaseKeeper({
      database,
      epoch: handover.epoch,
      termMs: config.leaseTermMs,
      log: (line) => log.info({ part: 'migrations' }, line),
    });
  try {
    await work();
  } finally {
    await keeper?.stop();
  }
}
