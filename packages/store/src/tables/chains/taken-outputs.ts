/** Outputs of Bitcoin that somebody else has spent, who has their keys: they are ours no longer, unless the chain leaves that block. */
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';
import type { Tables } from '../generated/tables.ts';
import { coldBranch } from './bitcoin-outputs.ts';
import type { OutpointRow } from './bitcoin-outputs.ts';

/** An output that a transaction spends. */
type SpendRow = OutpointRow & { readonly by: string };
export type TakenOutput = SpendRow & { readonly amount: bigint; readonly address: string | null };

/**
 * Records which of these spends in a block are of our outputs that none of our own transactions has spent. Cold storage has its own
 * record, because owners of it spend its outputs with transactions that the exchange may not know.
 *
 * @returns the outputs that are gone
 */
export async function takeOutputs(
  tx: Queryable,
  { chainId, height, spends }: { chainId: number; height: number; spends: readonly SpendRow[] },
): Promise<readonly TakenOutput[]> {
  if (spends.length === 0) return [];
  const [txIds, vouts, by] = [
    spends.map(({ txId }) => txId),
    spends.map(({ vout }) => vout),
    spends.map((spend) => spend.by),
  ];
  const spent = sql<Pick<Tables['bitcoin_output'], 'tx_id' | 'vout'> & { by: string }>`
    unnest(${txIds}::text[], ${vouts}::bigint[], ${by}::text[])`.as<'spent'>(sql`spent (tx_id, vout, by)`);
  return run(
    tx,
    tables
      .updateTable('bitcoin_output as o')
      .from(spent)
      .set((eb) => ({ taken_tx: eb.ref('spent.by'), taken_height: height }))
      .where('o.chain_id', '=', chainId)
      .whereRef('o.tx_id', '=', 'spent.tx_id')
      .whereRef('o.vout', '=', 'spent.vout')
      .where('o.branch', '<>', coldBranch)
      .where('o.spent_tx', 'is', null)
      .returning(['o.tx_id as txId', 'o.vout', 'o.amount', 'o.address', 'spent.by']),
  );
}

/** Gives back what was taken in blocks above `height`: the chain no longer has them. @returns the number of outputs */
export async function giveBackOutputs(tx: Queryable, chainId: number, height: number): Promise<number> {
  return countRows(
    tx,
    tables
      .updateTable('bitcoin_output')
      .set({ taken_tx: null, taken_height: null })
      .where('chain_id', '=', chainId)
      .where('taken_height', '>', height)
      .returning('vout'),
  );
}

/** Returns the height at which the last of a move's outputs was taken; null while one of them was not. */
export async function findMoveTakenHeight(db: Queryable, moveId: number): Promise<number | null> {
  const row = await runFirst(
    db,
    tables
      .selectFrom('bitcoin_output')
      .select(({ fn }) => [
        sql<boolean | null>`bool_and(taken_height IS NOT NULL)`.as('areTaken'),
        fn.max<number | null>('taken_height').as('last'),
      ])
      .where('move_id', '=', moveId)
      .where('spent_tx', 'is', null),
  );
  return row?.areTaken === true ? row.last : null;
}
