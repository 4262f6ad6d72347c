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
import { bitcoinBranches } from '../ports/chain-signer.ts';
import type { BitcoinInput, SignerWallet } from '../ports/chain-signer.ts';
import type { BlockHook } from './block-hook.ts';

/** The output index at which the signer puts the change of a payment. */
const changeVout = 1;
const hotWalletIndex = 0;

type HotWallet = Pick<SignerWallet, 'hotAddress' | 'keyLayout'>;
type KeyPlace = Pick<BitcoinInput, 'branch' | 'index'>;

export class BitcoinOutputs implements BlockHook {
  readonly #chainId: number;
  readonly #wallet: HotWallet;

  constructor({ chainId, wallet }: { chainId: number; wallet: HotWallet }) {
    this.#chainId = chainId;
    this.#wallet = wallet;
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
    const { hotAddress, keyLayout } = this.#wallet;
    const places = new Map<string, KeyPlace>([
      [hotAddress, { branch: bitcoinBranches[keyLayout].hot, index: hotWalletIndex }],
      ...rows.map(({ address, index }) => [address, { branch: 0, index }] as const),
    ]);
    for (const { txId, position, to, amount } of incoming) {
      const place = places.get(to);
      assert(place !== undefined, `our address ${to} has a known key`);
      const output = { txId, vout: Number(position), amount, ...place };
      await upsertOutput(tx, { chainId: this.#chainId, height, address: to, ...output });
    }
  }

  async #spend(
    tx: Queryable,
    { height, transfers }: ChainBlock,
    { ticketId, hash, plan }: PlannedAttemptRow,
  ): Promise<void> {
    const { inputs, change, changeBranch, changeIndex } = readBitcoinPlan(plan);
    const chainId = this.#chainId;
    await spendOutputs(tx, { chainId, ticketId, txId: hash, height, outpoints: inputs });
    if (change === 0n) return;
    const key = { branch: changeBranch, index: changeIndex };
    const output = { txId: hash, vout: changeVout, amount: change, ...key };
    const sent = transfers.find(({ txId, position }) => txId === hash && position === String(changeVout));
    assert(sent !== undefined, `payment ${hash} has its change at the index that the signer uses`);
    await upsertOutput(tx, { chainId, height, address: sent.to, ...output });
  }
}
