/**
 * The leader is on another machine, or in another data directory, and all that is shared is PostgreSQL.
 *
 * So the lease alone decides. A leader that hangs is left alone: whatever it still believes, it cannot append.
 */
import { Standby } from '@salar/sequencer';
import { hasWriterLease, migrate } from '@salar/store';
import { connectDatabase } from '../connect-database.ts';
import type { StartOptions } from '../start-options.ts';
import type { Seat } from './seat.ts';

export async function sharedDatabase(options: StartOptions): Promise<Seat> {
  const database = await connectDatabase(options);
  const { config, log } = options;
  return {
    async open() {
      if (!(await hasWriterLease(database))) await migrate(database); // nobody ever led here
      return Standby.open(database, (line) => log.info({ part: 'standby' }, line));
    },
    isEmpty: (standby) => standby?.isLeaseFree() === true,
    async take(standby) {
      const handover = (await standby?.takeFreeLease(config.leaseTermMs)) ?? null;
      return handover && { database, handover };
    },
  };
}
