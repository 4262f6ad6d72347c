/**
 * Opens the slot of a leader on another machine, or in another data directory, where only PostgreSQL is shared.
 *
 * So the lease alone decides. A leader that hangs is not terminated: whatever it still believes, it cannot append.
 */
import { Standby } from '@salar/sequencer';
import { Database, hasWriterLease } from '@salar/store';
import { readDirectoryProof } from '../compose/journal-proof.ts';
import { connectDatabase } from '../lifecycle/connect-database.ts';
import { logLines } from '../lifecycle/log-lines.ts';
import { prepareSchema } from '../lifecycle/prepare-schema.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';
import type { LeaderSlot } from './leader-slot.ts';

/**
 * Long compared with reading a page of the journal, short compared with the time a network may take to report a lost
 * connection.
 */
const answerTimeoutMs = 15_000;

export async function openSharedDatabaseSlot(options: StartOptions): Promise<LeaderSlot> {
  const database = await connectDatabase(options);
  const { config, log, stops } = options;
  // A silent network must not hide that the leader is gone.
  const watching = new Database({ ...database.options, poolSize: 1, answerTimeoutMs });
  stops.add('standby connections', () => watching.close());
  return {
    async open() {
      if (!(await hasWriterLease(database))) await prepareSchema({ ...options, database }); // no process has led here yet
      return Standby.open(watching, logLines(log, 'standby'), readDirectoryProof(config.dataDir));
    },
    isEmpty: (standby) => standby?.isLeaseFree() === true,
    async take(standby) {
      const handover = (await standby?.takeFreeLease(config.leaseTermMs)) ?? null;
      return handover && { database, handover };
    },
  };
}
