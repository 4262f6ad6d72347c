/** Who keeps something else of a network's blocks, told of each in the very transaction that takes it. */
import type { Queryable } from '@salar/store';
import type { ChainBlock, ChainTransfer } from '../ports/chain-client.ts';

export interface BlockFollower {
  /** @param incoming  those of its transfers that go to an address of ours from outside */
  take(tx: Queryable, block: ChainBlock, incoming: readonly ChainTransfer[]): Promise<void>;
  /** Every block above `height` has left the chain. */
  rewind(tx: Queryable, height: number): Promise<void>;
}
