/**
 * A network whose newest blocks may turn out to be others.
 *
 * It remembers what it once promised: a transfer that ever had its confirmations may be credited, any other may not.
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

/** Blocks on top of a transfer, its own included, before it counts. */
export const confirmationsNeeded = 3;

export class SimulatedChain {
  readonly #blocks: SimulatedBlock[] = [];
  readonly #waiting: SimulatedTransfer[] = [];
  readonly #blockOf = new Map<string, SimulatedBlock>();
  /** Taken away by a reorg and not sent again yet. */
  readonly #lost: SimulatedTransfer[] = [];
  /** Everything that was confirmed at some time. */
  readonly #confirmed = new Set<string>();
  #transferCount = 0;
  #blockCount = 0;

  /** Of the newest block; -1 while there is none. */
  get height(): number {
    return this.#blocks.length - 1;
  }

  /** Null above the head. */
  block(height: number): SimulatedBlock | null {
    return this.#blocks[height] ?? null;
  }

  /** The block that a transfer is in now. */
  receipt(txId: string): { readonly block: SimulatedBlock; readonly transfer: SimulatedTransfer } | null {
    const block = this.#blockOf.get(txId);
    const transfer = block?.transfers.find((one) => one.txId === txId);
    return block && transfer ? { block, transfer } : null;
  }

  send(transfer: Omit<SimulatedTransfer, 'txId'>): void {
    this.#transferCount += 1;
    this.#waiting.push({ ...transfer, txId: `tx${this.#transferCount}` });
  }

  /** A new block with everything that waits. */
  mine(): void {
    this.#push(this.#waiting.splice(0));
  }

  /** Everything that reorgs have taken away is sent again. @returns how many transfers */
  returnLost(): number {
    const lost = this.#lost.splice(0);
    this.#waiting.push(...lost);
    return lost.length;
  }

  /**
   * The newest blocks are replaced by as many and one more. What was in them comes back in the last of the new ones,
   * but for every `lostEvery`th transfer.
   */
  reorg(depth: number, lostEvery: number): void {
    const gone = this.#blocks.splice(Math.max(0, this.#blocks.length - depth));
    for (const { txId } of gone.flatMap((block) => block.transfers)) this.#blockOf.delete(txId);
    const transfers = gone.flatMap((block) => block.transfers);
    const back = transfers.filter((_, i) => (i + 1) % lostEvery !== 0);
    this.#lost.push(...transfers.filter((_, i) => (i + 1) % lostEvery === 0));
    for (const _ of gone) this.#push([]);
    this.#push([...back, ...this.#waiting.splice(0)]);
  }

  /** Everything that the chain holds with its confirmations. */
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
    for (const { txId } of transfers) this.#blockOf.set(txId, block);
    const confirmed = this.#blocks[block.height - confirmationsNeeded + 1];
    for (const { txId } of confirmed?.transfers ?? []) this.#confirmed.add(txId);
  }
}
