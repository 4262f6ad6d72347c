/**
 * The leader runs on this machine, in the same data directory, with the PostgreSQL that comes with Salar.
 *
 * A leader that died is seen by its lock, at once. One that hangs is seen by its lease, and ended first: the local
 * chains, the signer and the directory can have one owner only.
 */
import { findRunningPostgres } from '@salar/adapters/postgres-embedded/index';
import { Standby } from '@salar/sequencer';
import { Database, hasWriterLease } from '@salar/store';
import { connectDatabase } from '../compose/connect-database.ts';
import { findLivingOwner, lockDataDir } from '../lifecycle/data-dir-lock.ts';
import { StartFailure } from '../lifecycle/start-failure.ts';
import type { StartOptions } from '../compose/start-options.ts';
import { terminateLeader } from './end-leader.ts';
import type { LeaderSlot, TakenSlot } from './leader-slot.ts';

/** For reading the journal and the lease. */
const poolSize = 2;

/** @param leave  gives the standby's own lock back, for the next standby */
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
  stops.add('reading the journal', close);
  const leader = () => findLivingOwner(dataDir, 'salar');
  return {
    async open() {
      const running = leader() === null ? null : await findRunningPostgres(dataDir);
      if (running === null) return null;
      database ??= new Database({ ...running, poolSize });
      if (!(await hasWriterLease(database))) return null; // the leader is just making the tables
      return Standby.open(database, (line) => log.info({ part: 'standby' }, line));
    },
    isEmpty(standby) {
      const pid = leader();
      // Whoever has the directory and not the lease is just starting.
      return pid === null || (standby?.isLeaseFree() === true && standby.isHeldByProcess(pid));
    },
    async take(standby): Promise<TakenSlot | null> {
      const pid = leader();
      const isLeaving = standby?.isLeaseGivenBack() === true;
      if (
        pid !== null &&
        !(await terminateLeader({ pid, isThere: () => leader() === pid }, { isLeaving, log }))
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

  /** False when another Salar was started meanwhile. */
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
