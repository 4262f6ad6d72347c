/** Runs a standby process: it follows the leader, and ends when it has taken the leader's slot. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Standby } from '@salar/sequencer';
import { isTransientDatabaseError } from '@salar/store';
import type { StartOptions } from '../lifecycle/start-options.ts';
import type { LeaderSlot, TakenSlot } from './leader-slot.ts';
import { startStandbyServer } from './standby-server.ts';
import type { StandbyServer } from './standby-server.ts';

const pollMs = 25;

export type Promoted = TakenSlot & { readonly server: StandbyServer };

/**
 * Follows until the slot is free, and takes it.
 *
 * @returns what the exchange continues with, its server still listening; null when `signal` was aborted first
 * @throws JournalBroken, StateDiffers: this standby must not lead
 */
export async function runStandby(
  { config, log, stops }: StartOptions,
  slot: LeaderSlot,
  signal: AbortSignal,
): Promise<Promoted | null> {
  let standby: Standby | null = null;
  let isTakingOver = false;
  const server = await startStandbyServer(config, () => standby && { ...standby.status(), isTakingOver });
  stops.add('standby server', () => server.close());
  while (!signal.aborted) {
    standby ??= await unlessAway(() => slot.open());
    await standby?.follow();
    if (slot.isEmpty(standby)) {
      isTakingOver = true;
      log.warn({ ...standby?.status() }, 'the leader is gone: taking over');
      const taken = await unlessAway(() => slot.take(standby));
      if (taken !== null) return { ...taken, server };
      isTakingOver = false;
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
  return null;

  /** Treats an unavailable database as no result; the next turn tries again. */
  async function unlessAway<T>(work: () => Promise<T | null>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw error;
      log.warn({ error: String(error) }, 'the database is unavailable');
      return null;
    }
  }
}
