/** Starts the exchange in its role: a leader at once, a standby when its leader is gone. */
import { connectDatabase } from './connect-database.ts';
import { patiently } from '../lifecycle/retry-during-start.ts';
import { Progress } from '../lifecycle/start-progress.ts';
import { runExchange } from './run-exchange.ts';
import { nobodyLeads } from '../standby/wait-for-free-lease.ts';
import { sharedDatabase } from '../standby/shared-database.ts';
import { sharedDirectory } from '../standby/shared-directory.ts';
import { standBy } from '../standby/stand-by.ts';
import type { StartOptions } from './start-options.ts';

export type StandbyOptions = {
  /** Ends the standing by. */
  readonly signal: AbortSignal;
  /** Gives the standby's place in the data directory back. */
  readonly leave: () => void;
};

/** @returns how the start went; null when it was ended while it was standing by */
export async function startExchange(
  options: StartOptions,
  standby: StandbyOptions,
): Promise<Progress | null> {
  if (options.config.role === 'leader') {
    const progress = new Progress();
    const database = await progress.step('Database', () => connectDatabase(options));
    // In a data directory its lock has told already that nobody else is there.
    if (options.config.databaseUrl !== null)
      await patiently(options.log, 'lease', () => nobodyLeads(database));
    await runExchange({ ...options, progress, database, freePort: () => Promise.resolve() });
    return progress;
  }
  const isOneDirectory = options.config.databaseUrl === null;
  const seat = isOneDirectory ? sharedDirectory(options, standby.leave) : await sharedDatabase(options);
  const promoted = await standBy(options, seat, standby.signal);
  if (promoted === null) return null;
  console.log('Taking over');
  const progress = new Progress();
  const { door, ...taken } = promoted;
  await runExchange({ ...options, ...taken, progress, freePort: () => door.close() });
  return progress;
}
