/**
 * Tracks our own outputs on a Bitcoin network: external payments to us, the outputs that our payments spend, and their change.
 *
 * The table changes in the transaction that adds a block or rewinds behind it, so it always matches the block at the
 * watcher's cursor.
 */
import { assert } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { findAddresses } from '@salar/store/tables/chains/deposit-addresses';
import {
  rewindOutputs,
  spendOutputs,
  listUnminedAttempts,
  upsertOutput,
} from '@salar/store/tables/chains/bitcoin-outputs';
import type { PlannedAttemptRow } from '@salar/store/tables/chains/planned-payments';
import { readBitcoinPlan } from '../payments/bitcoin-plan.ts';
import type { ChainBlock, ChainTransfer } from '../ports/chain-client.ts';
import type { BlockHook } from './block-hook.ts';

/** The output index at which the signer puts the change of a payment. */
const changeVout = 1;
const hotWalletIndex = 0;

export class BitcoinOutputs implements BlockHook {
  readonly #chainId: number;
  readonly #hotAddress: string;

  constructor({ chainId, hotAddress }: { chainId: number; hotAddress: string }) {
    this.#chainId = chainId;
    this.#hotAddress = hotAddress;
  }

  async take(tx: Queryable, block: ChainBlock, incoming: readonly ChainTransfer[]): Promise<void> {
    await this.#store(tx, block, incoming);
    const mined = new Set(block.transfers.map(({ txId }) => txId));
    for (const attempt of await listUnminedAttempts(tx, this.#chainId)) {
      if (mined.has(attempt.hash)) await this.#spend(tx, block, attempt);
    }
  }

  async rewind(tx: Queryable, height: number): Promise<void> {
    await rewindOutputs(tx, this.#chainId, height);
  }

  async #store(tx: Queryable, { height }: ChainBlock, incoming: readonly ChainTransfer[]): Promise<void> {
    const addresses = [...new Set(incoming.map(({ to }) => to))];
    const rows = await findAddresses(tx, 'bitcoin', addresses);
    const indexes = new Map([
      [this.#hotAddress, hotWalletIndex],
      ...rows.map((row) => [row.address, row.index] as const),
    ]);
    for (const { txId, position, to, amount } of incoming) {
      const index = indexes.get(to);
      assert(index !== undefined, `our address ${to} has a known key`);
      const output = { txId, vout: Number(position), amount, branch: 0, index } as const;
      await upsertOutput(tx, { chainId: this.#chainId, height, address: to, ...output });
    }
  }

  async #spend(
    tx: Queryable,
    { height, transfers }: ChainBlock,
    { ticketId, hash, plan }: PlannedAttemptRow,
  ): Promise<void> {
    const { inputs, change, changeIndex } = readBitcoinPlan(plan);
    const chainId = this.#chainId;
    await spendOutputs(tx, { chainId, ticketId, txId: hash, height, outpoints: inputs });
    if (change === 0n) return;
    const output = { txId: hash, vout: changeVout, amount: change, branch: 1, index: changeIndex } as const;
    const sent = transfers.find(({ txId, position }) => txId === hash && position === String(changeVout));
    assert(sent !== undefined, `payment ${hash} has its change at the index that the signer uses`);
    await upsertOutput(tx, { chainId, height, address: sent.to, ...output });
  }
}
