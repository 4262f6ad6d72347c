/**
 * Keeps a leader that starts from displacing a live one: only a standby decides that, and only when the lease has
 * expired.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LeaseWatch, formatLeaseHolder } from '@salar/sequencer';
import { hasWriterLease, readLease } from '@salar/store';
import type { Database, Lease } from '@salar/store';
import { StartFailure } from '../lifecycle/start-failure.ts';

const pollMs = 50;

/**
 * Resolves when no other process leads on this database: the lease was released, or belongs to a dead process of this
 * machine, or is not renewed within its term.
 *
 * @throws StartFailure when its holder renews it
 */
export async function waitForFreeLease(database: Database): Promise<void> {
  if (!(await hasWriterLease(database))) return;
  const watch = new LeaseWatch();
  const first = await readLease(database);
  if (isHeldByDeadProcess(first)) return;
  for (let lease = first; ; lease = await readLease(database)) {
    watch.observe(lease, performance.now());
    if (watch.isFree()) return;
    if (lease.epoch !== first.epoch || lease.renewal !== first.renewal) {
      throw new StartFailure(
        `Another Salar (${lease.holder}) leads on this database. Stop it first, or start this one with SALAR_ROLE=standby.`,
      );
    }
    await delay(pollMs);
  }
}

function isHeldByDeadProcess({ holder }: Lease): boolean {
  const pid = Number(/\d+$/.exec(holder)?.[0]);
  if (!Number.isInteger(pid) || holder !== formatLeaseHolder(pid)) return false;
  if (pid === process.pid) return true; // in a container each start has the same pid
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
