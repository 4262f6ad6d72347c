/**
 * A network whose newest blocks may be replaced.
 *
 * It remembers every transfer that ever had its confirmations: that one may be credited, any other may not.
 */
import type { AccountId, Minor, ProductId } from '@salar/protocol';

export type SimulatedTransfer = {
  readonly txId: string;
  readonly accountId: AccountId;
  readonly productId: ProductId;
  readonly amount: Minor;
};
export type SimulatedBlock = {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
  readonly transfers: readonly SimulatedTransfer[];
};

/** Blocks from a transfer's own block upwards before it counts. */
export const confirmationsNeeded = 3;

export class SimulatedChain {
  readonly #blocks: SimulatedBlock[] = [];
  readonly #waiting: SimulatedTransfer[] = [];
  readonly #blockByTxId = new Map<string, SimulatedBlock>();
  /** Removed by a reorg and not sent again yet. */
  readonly #lost: SimulatedTransfer[] = [];
  /** Everything that was ever confirmed. */
  readonly #confirmed = new Set<string>();
  #transferCount = 0;
  #blockCount = 0;

  /** Height of the newest block; -1 without blocks. */
  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Returns null above the head. */
  block(height: number): SimulatedBlock | null {
    return this.#blocks[height] ?? null;
  }

  /** Returns the block that currently contains a transfer. */
  receipt(txId: string): { readonly block: SimulatedBlock; readonly transfer: SimulatedTransfer } | null {
    const block = this.#blockByTxId.get(txId);
    const transfer = block?.transfers.find((one) => one.txId === txId);
    return block && transfer ? { block, transfer } : null;
  }

  send(transfer: Omit<SimulatedTransfer, 'txId'>): void {
    this.#transferCount += 1;
    this.#waiting.push({ ...transfer, txId: `tx${this.#transferCount}` });
  }

  /** Adds a block with all pending transfers. */
  mine(): void {
    this.#push(this.#waiting.splice(0));
  }

  /**
   * Sends everything again that reorgs have removed.
   * @returns the number of transfers
   */
  returnLost(): number {
    const lost = this.#lost.splice(0);
    this.#waiting.push(...lost);
    return lost.length;
  }

  /**
   * Replaces the newest blocks by as many and one more. Their transfers are in the last new one, except every
   * `lostEvery`th.
   */
  reorg(depth: number, lostEvery: number): void {
    const gone = this.#blocks.splice(Math.max(0, this.#blocks.length - depth));
    for (const { txId } of gone.flatMap((block) => block.transfers)) this.#blockByTxId.delete(txId);
    const transfers = gone.flatMap((block) => block.transfers);
    const back = transfers.filter((_, i) => (i + 1) % lostEvery !== 0);
    this.#lost.push(...transfers.filter((_, i) => (i + 1) % lostEvery === 0));
    for (const _ of gone) this.#push([]);
    this.#push([...back, ...this.#waiting.splice(0)]);
  }

  /** Returns everything that the chain contains with its confirmations. */
  confirmedNow(): SimulatedTransfer[] {
    const deep = this.#blocks.slice(0, Math.max(0, this.#blocks.length - confirmationsNeeded + 1));
    return deep.flatMap((block) => block.transfers);
  }

  wasConfirmed(txId: string): boolean {
    return this.#confirmed.has(txId);
  }

  #push(transfers: readonly SimulatedTransfer[]): void {
    this.#blockCount += 1;
    const { height } = this;
    const block: SimulatedBlock = {
      height: height + 1,
      hash: `block${this.#blockCount}`,
      parentHash: this.#blocks[height]?.hash ?? '',
      transfers,
    };
    this.#blocks.push(block);
    for (const { txId } of transfers) this.#blockByTxId.set(txId, block);
    const confirmed = this.#blocks[block.height - confirmationsNeeded + 1];
    for (const { txId } of confirmed?.transfers ?? []) this.#confirmed.add(txId);
  }
}
