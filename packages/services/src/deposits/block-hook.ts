/** A hook that stores extra data per block, in the same transaction that stores the block. */
import type { Queryable } from '@salar/store';
import type { ChainBlock, ChainTransfer } from '../ports/chain-client.ts';

export interface BlockHook {
  /** Returns the transactions of the block that are ours: what they bring to the house's wallets is no deposit. */
  findOwn(tx: Queryable, block: ChainBlock): Promise<ReadonlySet<string>>;
  /**
   * @param found.incoming  external transfers of the block to one of our addresses
   * @param found.own  the transactions that `findOwn` returned
   */
  take(
    tx: Queryable,
    block: ChainBlock,
    found: { readonly incoming: readonly ChainTransfer[]; readonly own: ReadonlySet<string> },
  ): Promise<void>;
  /** Removes what belongs to blocks above `height`, which have left the chain. */
  rewind(tx: Queryable, height: number): Promise<void>;
}
