/** Sums of moves between our own addresses that payments have to leave room for. */
import type { ProductId } from '@salar/protocol';
import type { PlannedMoveRow } from '@salar/store/tables/chains/planned-moves';
import { findCoin } from '../tickets/networks.ts';
import type { TronNetwork } from '../tickets/networks.ts';

/** Adds up what moves take of a product; null is a coin that is no product here. */
export function sumMoved(
  moves: readonly PlannedMoveRow[],
  network: TronNetwork,
  productId: ProductId | null,
): bigint {
  const coin = findCoin(network);
  return moves
    .filter((row) => (row.productId ?? coin) === productId)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
