/** Halts of the watcher, which the exchange carries out once each. */
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

export type WatcherHaltRow = { readonly haltId: number; readonly text: string; readonly signature: string };

/** Adds a halt, once. The only statement that the watcher's role may run beside reading. */
export async function insertWatcherHalt(
  db: Queryable,
  { text, signature }: Pick<WatcherHaltRow, 'text' | 'signature'>,
): Promise<void> {
  const insert = tables.insertInto('watcher_halt').values({ text, signature });
  await run(
    db,
    insert.onConflict((conflict) => conflict.column('signature').doNothing()),
  );
}

/** Returns the halts that were not carried out yet, oldest first. */
export async function listOpenHalts(db: Queryable): Promise<readonly WatcherHaltRow[]> {
  return run(
    db,
    tables
      .selectFrom('watcher_halt')
      .select(['halt_id as haltId', 'text', 'signature'])
      .where('handled_at', 'is', null)
      .orderBy('halt_id')
      .limit(100),
  );
}

/** Marks a halt as carried out. */
export async function closeHalt(db: Queryable, haltId: number, at: number): Promise<void> {
  await run(db, tables.updateTable('watcher_halt').set({ handled_at: at }).where('halt_id', '=', haltId));
}
