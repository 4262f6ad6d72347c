/** The fees that our transactions paid to their networks, in products of the exchange. */
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

export type NetworkCost = {
  readonly chainId: number;
  readonly txId: string;
  readonly productId: ProductId;
  /** Minor units. */
  readonly amount: bigint;
};

/** Stores a cost, once for each transaction. */
export async function insertNetworkCost(db: Queryable, cost: NetworkCost, createdAt: number): Promise<void> {
  await run(
    db,
    tables
      .insertInto('network_cost')
      .values({
        chain_id: cost.chainId,
        tx_id: cost.txId,
        product_id: cost.productId,
        amount: cost.amount,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.columns(['chain_id', 'tx_id']).doNothing()),
  );
}
