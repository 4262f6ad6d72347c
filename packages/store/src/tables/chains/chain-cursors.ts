/** The watchers' position on each chain, and the last block hashes to walk back over. */
import type { Queryable } from '../../database.ts';
import type { TicketQueryable } from '../../ticket-database.ts';
import { run, runFirst, tables } from '../query.ts';

export type ChainPoint = { readonly height: number; readonly hash: string };

/** Returns how far a watcher has read; null on a chain it has never read. */
export async function readCursor(db: Queryable, chainId: number): Promise<ChainPoint | null> {
  return runFirst(
    db,
    tables.selectFrom('chain_cursor').select(['height', 'hash']).where('chain_id', '=', chainId),
  );
}

/** Returns how far the watcher has read, which no other transaction changes until this one ends. */
export async function lockCursor(tx: Queryable, chainId: number): Promise<ChainPoint | null> {
  return runFirst(
    tx,
    tables.selectFrom('chain_cursor').select(['height', 'hash']).where('chain_id', '=', chainId).forUpdate(),
  );
}

/** Moves the cursor to a block just read and deletes hashes more than `keep` blocks below it. */
export async function advanceCursor(
  tx: TicketQueryable,
  { chainId, point, keep }: { chainId: number; point: ChainPoint; keep: number },
): Promise<void> {
  await setCursor(tx, chainId, point);
  await run(
    tx,
    tables
      .insertInto('chain_block')
      .values({ chain_id: chainId, height: point.height, hash: point.hash })
      .onConflict((conflict) =>
        conflict.columns(['chain_id', 'height']).doUpdateSet((eb) => ({ hash: eb.ref('excluded.hash') })),
      ),
  );
  await run(
    tx,
    tables
      .deleteFrom('chain_block')
      .where('chain_id', '=', chainId)
      .where('height', '<=', point.height - keep),
  );
}

/** Puts the cursor back on `point` after a reorg and deletes every hash above it. */
export async function rewindCursor(tx: TicketQueryable, chainId: number, point: ChainPoint): Promise<void> {
  await setCursor(tx, chainId, point);
  await run(
    tx,
    tables.deleteFrom('chain_block').where('chain_id', '=', chainId).where('height', '>', point.height),
  );
}

/** Returns the stored blocks, newest first. */
export async function readBlocks(db: Queryable, chainId: number): Promise<readonly ChainPoint[]> {
  return run(
    db,
    tables
      .selectFrom('chain_block')
      .select(['height', 'hash'])
      .where('chain_id', '=', chainId)
      .orderBy('height', 'desc'),
  );
}

/** Returns the stored hash at one height; null when it was never read or is deleted. */
export async function readBlockHash(db: Queryable, chainId: number, height: number): Promise<string | null> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('chain_block')
      .select('hash')
      .where('chain_id', '=', chainId)
      .where('height', '=', height),
  );
  return row?.hash ?? null;
}

async function setCursor(tx: TicketQueryable, chainId: number, point: ChainPoint): Promise<void> {
  await run(
    tx,
    tables
      .insertInto('chain_cursor')
      .values({ chain_id: chainId, height: point.height, hash: point.hash })
      .onConflict((conflict) =>
        conflict
          .column('chain_id')
          .doUpdateSet((eb) => ({ height: eb.ref('excluded.height'), hash: eb.ref('excluded.hash') })),
      ),
  );
  tx.changed({ table: 'chain_cursor', chainId });
}
