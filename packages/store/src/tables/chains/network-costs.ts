/** The fees that our transactions paid to their networks, in products of the exchange. */
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type NetworkCost = {
  readonly chainId: number;
  readonly txId: string;
  readonly productId: ProductId;
  /** Minor units. */
  readonly amount: bigint;
};

/** Stores a cost, once for each transaction. */
export async function insertNetworkCost(db: Queryable, cost: NetworkCost, createdAt: number): Promise<void> {
  await db.query(
    `INSERT INTO network_cost (chain_id, tx_id, product_id, amount, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (chain_id, tx_id) DO NOTHING`,
    [cost.chainId, cost.txId, cost.productId, cost.amount, createdAt],
  );
}
