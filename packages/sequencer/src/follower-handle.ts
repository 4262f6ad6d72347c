/** The writer's interface to its follower, which runs in a worker thread or in the same one. */
import type { Sequence } from '@salar/protocol';
import type { DatabaseOptions } from '@salar/store';
import { Database } from '@salar/store';
import { Follower } from './follower.ts';
import type { FollowerOptions } from './follower.ts';

export type FollowerEvents = Pick<FollowerOptions, 'onPosition' | 'onSnapshot' | 'onFatal' | 'log'>;
export type FollowerStart = Pick<FollowerOptions, 'epoch' | 'snapshotEvery' | 'macKey'> & {
  readonly databaseOptions: DatabaseOptions;
};

export interface FollowerHandle {
  /** Call when the journal ends at `head`. */
  advance(head: Sequence): void;
  /** Resolves when the follower has ended, after a last snapshot. */
  close(): Promise<void>;
}

/** Enough for reading, writing and a snapshot at the same time. */
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
