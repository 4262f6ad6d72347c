/** Starts the exchange in its role: a leader at once, a standby when its leader is gone. */
import { connectDatabase } from '../lifecycle/connect-database.ts';
import { retryDuringStart } from '../lifecycle/retry-during-start.ts';
import { StartProgress } from '../lifecycle/start-progress.ts';
import { runExchange } from './run-exchange.ts';
import { waitForFreeLease } from '../standby/wait-for-free-lease.ts';
import { openSharedDatabaseSlot } from '../standby/shared-database.ts';
import { openSharedDirectorySlot } from '../standby/shared-directory.ts';
import { runStandby } from '../standby/stand-by.ts';
import type { StartOptions } from '../lifecycle/start-options.ts';

export type StandbyOptions = {
  /** Ends the standby. */
  readonly signal: AbortSignal;
  /** Releases the standby's lock of the data directory. */
  readonly leave: () => void;
};

/** @returns the progress of the start; null when it was aborted while standing by */
export async function startExchange(
  options: StartOptions,
  standby: StandbyOptions,
): Promise<StartProgress | null> {
  if (options.config.role === 'leader') {
    const progress = new StartProgress(options.print);
    const database = await progress.step('Database', () => connectDatabase(options));
    // For a data directory, its lock has already shown that no other leader runs.
    if (options.config.databaseUrl !== null)
      await retryDuringStart(options.log, 'lease', () => waitForFreeLease(database));
    await runExchange({ ...options, progress, database, freePort: () => Promise.resolve() });
    return progress;
  }
  const isOneDirectory = options.config.databaseUrl === null;
  const slot = isOneDirectory
    ? openSharedDirectorySlot(options, standby.leave)
    : await openSharedDatabaseSlot(options);
  const promoted = await runStandby(options, slot, standby.signal);
  if (promoted === null) return null;
  options.print('Taking over as the leader');
  const progress = new StartProgress(options.print);
  const { server, ...taken } = promoted;
  await runExchange({ ...options, ...taken, progress, freePort: () => server.close() });
  return progress;
}
