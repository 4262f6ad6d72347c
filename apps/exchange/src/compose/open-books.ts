/** Opens the books: migrations, the journal with its single writer, and the catalogue. */
import { Sequencer } from '@salar/sequencer';
import { migrate } from '@salar/store';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import { seedCatalogue } from '../seed/seed-catalogue.ts';
import { setDayStart } from '../seed/day-start.ts';
import { getBundledUrl } from './bundled-files.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Returns the writer once it has restored the engine and the catalogue is complete. From then on orders are accepted.
 */
export async function openBooks(options: RunOptions): Promise<Sequencer> {
  const { config, laptop, log, progress, stops, database, handover } = options;
  await retryDuringStart(log, 'migrations', async () => {
    await migrate(database);
    await laptop?.migrateLaptop(database);
  });
  return progress.step('Journal', async () => {
    const sequencer = await retryDuringStart(log, 'journal', () =>
      Sequencer.open({
        database,
        leaseTermMs: config.leaseTermMs,
        ...(handover && { handover }),
        onFatal: options.onFatal,
        log: (line) => log.info({ part: 'sequencer' }, line),
        followerUrl: getBundledUrl('./follower.js'),
      }),
    );
    stops.add('sequencer', () => sequencer.close());
    await retryDuringStart(log, 'catalogue', async () => {
      await seedCatalogue(sequencer);
      await setDayStart(sequencer, config.timeZoneOffsetMinutes);
    });
    return sequencer;
  });
}
