/** Halts of the watcher. Whether one was carried out, the exchange remembers outside the database. */
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

export type WatcherHaltRow = {
  readonly haltId: number;
  readonly text: string;
  readonly signature: string;
  /** For people who read the table: the exchange does not trust it. */
  readonly handledAt: number | null;
};

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

/** Returns the newest halts, those that are not marked as handled first. */
export async function listHalts(db: Queryable): Promise<readonly WatcherHaltRow[]> {
  return run(
    db,
    tables
      .selectFrom('watcher_halt')
      .select(['halt_id as haltId', 'text', 'signature', 'handled_at as handledAt'])
      .orderBy('handled_at', 'desc') // in PostgreSQL null comes first
      .orderBy('halt_id', 'desc')
      .limit(100),
  );
}

/** Marks a halt as carried out. */
export async function closeHalt(db: Queryable, haltId: number, at: number): Promise<void> {
  await run(db, tables.updateTable('watcher_halt').set({ handled_at: at }).where('halt_id', '=', haltId));
}
