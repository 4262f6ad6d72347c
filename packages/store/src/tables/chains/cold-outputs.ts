/** Outputs of Bitcoin that moves to cold storage spend, and those that cold storage holds. */
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';
import { readCursor } from './chain-cursors.ts';
import { coldBranch, listWanted, selectLargestFirst } from './bitcoin-outputs.ts';
import type { HotOutputRow, OutpointRow, OutputRow, SpentBy } from './bitcoin-outputs.ts';

/**
 * Reserves free outputs for a move.
 * @returns how many of them were free
 */
export async function reserveForMove(
  tx: Queryable,
  of: { chainId: number; moveId: number; outpoints: readonly OutpointRow[] },
): Promise<number> {
  return countRows(
    tx,
    tables
      .updateTable('bitcoin_output as o')
      .from(listWanted(of.outpoints))
      .set({ move_id: of.moveId })
      .where('o.chain_id', '=', of.chainId)
      .whereRef('o.tx_id', '=', 'wanted.tx_id')
      .whereRef('o.vout', '=', 'wanted.vout')
      .where('o.ticket_id', 'is', null)
      .where('o.move_id', 'is', null)
      .returning('o.vout'),
  );
}

/** Returns outputs reserved for a move that no block spends yet, largest first. */
export async function listMoveOutputs(db: Queryable, moveId: number): Promise<readonly HotOutputRow[]> {
  return run(
    db,
    selectLargestFirst
      .where('o.move_id', '=', moveId)
      .where('o.spent_tx', 'is', null)
      .$narrowType<{ branch: 0 | 1 | 2 | 3 }>(),
  );
}

/** Releases what a move has reserved, when nothing was signed for it. */
export async function releaseMoveOutputs(tx: Queryable, moveId: number): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('bitcoin_output')
      .set({ move_id: null })
      .where('move_id', '=', moveId)
      .where('spent_tx', 'is', null),
  );
}

/** Records that a block contains a form of a move, which spends these outputs. */
export async function spendMoveOutputs(
  tx: Queryable,
  { moveId, ...spend }: SpentBy & { readonly moveId: number; readonly outpoints: readonly OutpointRow[] },
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('bitcoin_output as o')
      .from(listWanted(spend.outpoints))
      .set({ spent_tx: spend.txId, spent_height: spend.height })
      .where('o.chain_id', '=', spend.chainId)
      .whereRef('o.tx_id', '=', 'wanted.tx_id')
      .whereRef('o.vout', '=', 'wanted.vout')
      .where('o.move_id', '=', moveId),
  );
}

/** Records that a transaction in a block spends an output of cold storage. */
export async function spendColdOutput(
  tx: Queryable,
  { chainId, txId, height, outpoint }: SpentBy & { readonly outpoint: OutpointRow },
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('bitcoin_output')
      .set({ spent_tx: txId, spent_height: height })
      .where('chain_id', '=', chainId)
      .where('tx_id', '=', outpoint.txId)
      .where('vout', '=', outpoint.vout)
      .where('branch', '=', coldBranch),
  );
}

/** Returns what cold storage holds in blocks up to `height`, largest first. */
export async function listColdOutputs(
  db: Queryable,
  { chainId, height }: { chainId: number; height: number },
): Promise<readonly OutputRow[]> {
  return run(
    db,
    selectLargestFirst
      .where('o.chain_id', '=', chainId)
      .where('o.branch', '=', coldBranch)
      .where('o.spent_tx', 'is', null)
      .where('o.height', '<=', height),
  );
}

/** Returns what cold storage holds in final blocks, by the newest block that was read, largest first. */
export async function listFinalColdOutputs(
  db: Queryable,
  { chainId, confirmations }: { chainId: number; confirmations: number },
): Promise<readonly OutputRow[]> {
  const cursor = await readCursor(db, chainId);
  return cursor === null ? [] : listColdOutputs(db, { chainId, height: cursor.height - confirmations + 1 });
}

/** Returns which of these outputs are ours, hot or cold. */
export async function findOwnOutputs(
  db: Queryable,
  chainId: number,
  outpoints: readonly OutpointRow[],
): Promise<readonly OutpointRow[]> {
  if (outpoints.length === 0) return [];
  return run(
    db,
    tables
      .selectFrom('bitcoin_output as o')
      .innerJoin(listWanted(outpoints), (join) =>
        join.onRef('wanted.tx_id', '=', 'o.tx_id').onRef('wanted.vout', '=', 'o.vout'),
      )
      .select(['o.tx_id as txId', 'o.vout'])
      .where('o.chain_id', '=', chainId),
  );
}

/**
 * Returns the sums in satoshi of the hot wallet's unspent outputs in blocks up to `height`: those that no payment and no move
 * has reserved, and those that moves have.
 */
export async function sumHotOutputs(
  db: Queryable,
  { chainId, height }: { chainId: number; height: number },
): Promise<{ readonly free: bigint; readonly moving: bigint }> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('bitcoin_output')
      .select(({ fn }) => [
        fn.sum<bigint | null>('amount').filterWhere('move_id', 'is', null).as('free'),
        fn.sum<bigint | null>('amount').filterWhere('move_id', 'is not', null).as('moving'),
      ])
      .where('chain_id', '=', chainId)
      .where('branch', '<', coldBranch)
      .where('ticket_id', 'is', null)
      .where('spent_tx', 'is', null)
      .where('height', '<=', height),
  );
  return { free: row?.free ?? 0n, moving: row?.moving ?? 0n };
}
