/**
 * The leader is on another machine, or in another data directory, and all that is shared is PostgreSQL.
 *
 * So the lease alone decides. A leader that hangs is left alone: whatever it still believes, it cannot append.
 */
import { Standby } from '@salar/sequencer';
import { Database, hasWriterLease, migrate } from '@salar/store';
import { connectDatabase } from '../compose/connect-database.ts';
import type { StartOptions } from '../compose/start-options.ts';
import type { LeaderSlot } from './leader-slot.ts';

/** Long beside any page of the journal that is read, short beside what a network may take to say that it is gone. */
const answerTimeoutMs = 15_000;

export async function openSharedDatabaseSlot(options: StartOptions): Promise<LeaderSlot> {
  const database = await connectDatabase(options);
  const { config, log, stops } = options;
  // A network that goes silent must not keep us from seeing that the leader has gone.
  const watching = new Database({ ...database.options, poolSize: 1, answerTimeoutMs });
  stops.add('what the standby watches with', () => watching.close());
  return {
    async open() {
      if (!(await hasWriterLease(database))) await migrate(database); // nobody ever led here
      return Standby.open(watching, (line) => log.info({ part: 'standby' }, line));
    },
    isEmpty: (standby) => standby?.isLeaseFree() === true,
    async take(standby) {
      const handover = (await standby?.takeFreeLease(config.leaseTermMs)) ?? null;
      return handover && { database, handover };
    },
  };
}
