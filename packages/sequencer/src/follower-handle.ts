/** How the writer speaks to its follower, wherever that runs: in a thread of its own, or in the same one. */
import type { Sequence } from '@salar/protocol';
import type { DatabaseOptions } from '@salar/store';
import { Database } from '@salar/store';
import { Follower } from './follower.ts';
import type { FollowerOptions } from './follower.ts';

export type FollowerEvents = Pick<FollowerOptions, 'onPosition' | 'onSnapshot' | 'onFatal' | 'log'>;
export type FollowerStart = Pick<FollowerOptions, 'epoch' | 'snapshotEvery'> & {
  readonly databaseOptions: DatabaseOptions;
};

export interface FollowerHandle {
  /** The journal goes up to `head` now. */
  advance(head: Sequence): void;
  /** Resolves when the follower has ended, a last snapshot included. */
  close(): Promise<void>;
}

/** Enough for reading, writing and a snapshot at once. */
const poolSize = 2;

export async function openFollower(start: FollowerStart, events: FollowerEvents): Promise<FollowerHandle> {
  const database = new Database({ ...start.databaseOptions, poolSize });
  const follower = await Follower.open({ ...start, ...events, database }).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return {
    advance: (head) => follower.advance(head),
    close: async () => {
      await follower.close();
      await database.close();
    },
  };
}
