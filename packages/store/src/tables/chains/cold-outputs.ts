/** Outputs of Bitcoin that cold storage holds, and which outputs are ours at all. */
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';
import { readCursor } from './chain-cursors.ts';
import { coldBranch, listWanted, selectLargestFirst } from './bitcoin-outputs.ts';
import type { OutpointRow, OutputRow, SpentBy } from './bitcoin-outputs.ts';

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

/** Returns which of these outputs are ours: hot, cold, or the house's. */
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
