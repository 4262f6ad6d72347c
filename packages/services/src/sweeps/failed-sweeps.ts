/** Ends sweeps that brought nothing. */
import type { Database } from '@salar/store';
import { setMoveStatus, unmarkSwept } from '@salar/store/tables/chains/house-moves';
import type { HouseMoveRow } from '@salar/store/tables/chains/house-moves';
import { isCompromisedIndex } from '../deposits/deposit-branches.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

type FailedMove = Pick<HouseMoveRow, 'moveId' | 'chainId' | 'kind' | 'productId' | 'addressIndex' | 'sender'>;
type Failing = { readonly database: Database; readonly clock: () => number };

/** Ends a move that can never be mined. The deposits of a sweep are unswept again, and the next turn decides again. */
export async function failUnmined({ database, clock }: Failing, move: FailedMove): Promise<void> {
  const { moveId, chainId, kind, productId, sender } = move;
  await database.transaction(async (tx) => {
    await setMoveStatus(tx, moveId, 'Failed', clock());
    if (kind === 'sweep' && productId !== null)
      await unmarkSwept(tx, { moveId, chainId, productId, address: sender });
  });
}

/**
 * Ends a move that the network reverted. At an exposed address a thief was faster, and later deposits there are swept again. Any other
 * address is left alone: a token that refuses its transfer would cost gas with each block.
 */
export async function failReverted(
  failing: Failing & { readonly network: NetworkSettings },
  move: FailedMove,
): Promise<void> {
  const { addressIndex } = move;
  if (addressIndex !== null && isCompromisedIndex(failing.network, addressIndex))
    await failUnmined(failing, move);
  else await setMoveStatus(failing.database, move.moveId, 'Failed', failing.clock());
}
