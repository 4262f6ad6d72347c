/** The life of a standby process: it follows the leader, and ends its wait when it has taken the leader's place. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Standby } from '@salar/sequencer';
import { isDatabaseTrouble } from '@salar/store';
import type { StartOptions } from '../compose/start-options.ts';
import type { Seat, Taken } from './leader-slot.ts';
import { openStandbyDoor } from './standby-server.ts';
import type { StandbyDoor } from './standby-server.ts';

const pollMs = 25;

export type Promoted = Taken & { readonly door: StandbyDoor };

/**
 * Follows until the seat is empty, and takes it.
 *
 * @returns what the exchange goes on with, its door still open; null when `signal` was aborted first
 * @throws JournalBroken, StateDiffers: this standby must not lead
 */
export async function standBy(
  { config, log, stops }: StartOptions,
  seat: Seat,
  signal: AbortSignal,
): Promise<Promoted | null> {
  let standby: Standby | null = null;
  let isTakingOver = false;
  const door = await openStandbyDoor(config, () => standby && { ...standby.status(), isTakingOver });
  stops.add('standby door', () => door.close());
  while (!signal.aborted) {
    standby ??= await unlessAway(() => seat.open());
    await standby?.follow();
    if (seat.isEmpty(standby)) {
      isTakingOver = true;
      log.warn({ ...standby?.status() }, 'the leader is gone: taking over');
      const taken = await unlessAway(() => seat.take(standby));
      if (taken !== null) return { ...taken, door };
      isTakingOver = false;
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
  return null;

  /** A database that is away is asked again at the next turn. */
  async function unlessAway<T>(work: () => Promise<T | null>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseTrouble(error)) throw error;
      log.warn({ error: String(error) }, 'the database is away');
      return null;
    }
  }
}
