/**
 * Opens the slot of a leader on this machine, in the same data directory, with the embedded PostgreSQL.
 *
 * A leader that died is detected by its lock, at once. One that hangs is detected by its lease, and killed first: the
 * local chains, the signer and the directory can have only one owner.
 */
import { asExchange, findRunningPostgres } from '@salar/adapters/postgres-embedded';
import { Standby } from '@salar/sequencer';
import { Database, hasWriterLease } from '@salar/store';
import { readDirectoryProof } from '../compose/journal-proof.ts';
import { connectDatabase } from '../lifecycle/connect-database.ts';
import { findLivingOwner, lockDataDir } from '../lifecycle/data-dir-lock.ts';
import { logLines } from '../lifecycle/log-lines.ts';
import { StartFailure } from '../lifecycle/start-failure.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';
import { terminateLeader } from './end-leader.ts';
import type { LeaderSlot, TakenSlot } from './leader-slot.ts';

/** For reading the journal and the lease. */
const poolSize = 2;

/** @param leave  releases the standby's own lock, for the next standby */
export function openSharedDirectorySlot(options: StartOptions, leave: () => void): LeaderSlot {
  const { config, log, stops } = options;
  const { dataDir } = config;
  let database: Database | null = null;
  let taken: Database | null = null;
  let isLocked = false;
  const close = async () => {
    await database?.close();
    database = null;
  };
  stops.add('journal reader', close);
  const leader = () => findLivingOwner(dataDir, 'salar');
  return {
    async open() {
      const running = leader() === null ? null : await findRunningPostgres(dataDir);
      if (running === null) return null;
      database ??= new Database({ ...asExchange(running), poolSize });
      if (!(await hasWriterLease(database))) return null; // the leader is still creating the tables
      return Standby.open(database, logLines(log, 'standby'), readDirectoryProof(config.dataDir));
    },
    isEmpty(standby) {
      const pid = leader();
      // A process that has the directory but not the lease is still starting.
      return pid === null || (standby?.isLeaseFree() === true && standby.isHeldByProcess(pid));
    },
    async take(standby): Promise<TakenSlot | null> {
      const pid = leader();
      const isLeaving = standby?.isLeaseGivenBack() === true;
      if (
        pid !== null &&
        !(await terminateLeader({ pid, isRunning: () => leader() === pid }, { isLeaving, log }))
      )
        return null;
      if (!lock()) return null;
      taken ??= await connectDatabase(options);
      const handover = await standby?.takeLease(taken, config.leaseTermMs);
      leave();
      await close();
      return { database: taken, ...(handover && { handover }) };
    },
  };

  /** Returns false when another Salar was started meanwhile. */
  function lock(): boolean {
    if (isLocked) return true;
    try {
      stops.add('lock', lockDataDir(dataDir));
      isLocked = true;
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
    }
    return isLocked;
  }
}
