/** Outputs of Bitcoin that moves between our own wallets spend, and what these wallets hold. */
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';
import { coldBranch, houseBranch, isInBooks, listWanted, selectLargestFirst } from './bitcoin-outputs.ts';
import type { OutpointRow, SignableOutputRow, SpentBy } from './bitcoin-outputs.ts';

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
      .where('o.taken_tx', 'is', null)
      .returning('o.vout'),
  );
}

/** Returns outputs reserved for a move that no block spends yet, largest first. */
export async function listMoveOutputs(db: Queryable, moveId: number): Promise<readonly SignableOutputRow[]> {
  return run(
    db,
    selectLargestFirst
      .where('o.move_id', '=', moveId)
      .where('o.spent_tx', 'is', null)
      .$narrowType<{ branch: SignableOutputRow['branch'] }>(),
  );
}

/** Releases what a move has reserved, when nothing was signed for it, or when others have taken all of it. */
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
      .where('taken_tx', 'is', null)
      .where('height', '<=', height),
  );
  return { free: row?.free ?? 0n, moving: row?.moving ?? 0n };
}

/**
 * Returns the sums in satoshi of the unspent outputs in blocks: of the hot wallet, reserved or not, and of the house wallets, as far as
 * the books know them.
 */
export async function sumWalletOutputs(
  db: Queryable,
  chainId: number,
): Promise<{ readonly hot: bigint; readonly ofHouse: bigint }> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('bitcoin_output as o')
      .select(({ fn }) => [
        fn.sum<bigint | null>('o.amount').filterWhere('o.branch', '<', coldBranch).as('hot'),
        fn
          .sum<bigint | null>('o.amount')
          .filterWhere((eb) => eb.and([eb('o.branch', '=', houseBranch), isInBooks(eb)]))
          .as('ofHouse'),
      ])
      .where('o.chain_id', '=', chainId)
      .where('o.spent_tx', 'is', null)
      .where('o.taken_tx', 'is', null)
      .where('o.height', 'is not', null),
  );
  return { hot: row?.hot ?? 0n, ofHouse: row?.ofHouse ?? 0n };
}
