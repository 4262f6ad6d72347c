/** A hook that stores extra data per block, in the same transaction that stores the block. */
import type { Queryable } from '@salar/store';
import type { ChainBlock, ChainTransfer } from '../ports/chain-client.ts';

export interface BlockHook {
  /** @param incoming  external transfers of the block to one of our addresses */
  take(tx: Queryable, block: ChainBlock, incoming: readonly ChainTransfer[]): Promise<void>;
  /** Removes what belongs to blocks above `height`, which have left the chain. */
  rewind(tx: Queryable, height: number): Promise<void>;
}
