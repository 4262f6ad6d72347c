/** The watchers' position on each chain, and the last block hashes to walk back over. */
import type { Queryable } from '../../database.ts';

export type ChainPoint = { readonly height: number; readonly hash: string };

/** Returns how far a watcher has read; null on a chain it has never read. */
export async function readCursor(db: Queryable, chainId: number): Promise<ChainPoint | null> {
  const rows = await db.query<ChainPoint>('SELECT height, hash FROM chain_cursor WHERE chain_id = $1', [
    chainId,
  ]);
  return rows[0] ?? null;
}

/** Moves the cursor to a block just read and deletes hashes more than `keep` blocks below it. */
export async function advanceCursor(
  tx: Queryable,
  { chainId, point, keep }: { chainId: number; point: ChainPoint; keep: number },
): Promise<void> {
  await setCursor(tx, chainId, point);
  await tx.query(
    `INSERT INTO chain_block (chain_id, height, hash) VALUES ($1, $2, $3)
     ON CONFLICT (chain_id, height) DO UPDATE SET hash = excluded.hash`,
    [chainId, point.height, point.hash],
  );
  await tx.query('DELETE FROM chain_block WHERE chain_id = $1 AND height <= $2', [
    chainId,
    point.height - keep,
  ]);
}

/** Puts the cursor back on `point` after a reorg and deletes every hash above it. */
export async function rewindCursor(tx: Queryable, chainId: number, point: ChainPoint): Promise<void> {
  await setCursor(tx, chainId, point);
  await tx.query('DELETE FROM chain_block WHERE chain_id = $1 AND height > $2', [chainId, point.height]);
}

/** Returns the stored blocks, newest first. */
export async function readBlocks(db: Queryable, chainId: number): Promise<readonly ChainPoint[]> {
  return db.query<ChainPoint>(
    'SELECT height, hash FROM chain_block WHERE chain_id = $1 ORDER BY height DESC',
    [chainId],
  );
}

/** Returns the stored hash at one height; null when it was never read or is deleted. */
export async function readBlockHash(db: Queryable, chainId: number, height: number): Promise<string | null> {
  const rows = await db.query<{ hash: string }>(
    'SELECT hash FROM chain_block WHERE chain_id = $1 AND height = $2',
    [chainId, height],
  );
  return rows[0]?.hash ?? null;
}

async function setCursor(tx: Queryable, chainId: number, point: ChainPoint): Promise<void> {
  await tx.query(
    `INSERT INTO chain_cursor (chain_id, height, hash) VALUES ($1, $2, $3)
     ON CONFLICT (chain_id) DO UPDATE SET height = excluded.height, hash = excluded.hash`,
    [chainId, point.height, point.hash],
  );
  tx.changed({ table: 'chain_cursor', chainId });
}
