/**
 * Proves from the chain that a sweep has brought deposits into the hot wallet. Rows only say which transaction to read: who writes rows
 * and has the key of an exposed address could name any. The second node of the network has to have the sweep, too: the first one could
 * invent it when a thief has taken the deposit.
 */
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { findFinalSweep, findSpender } from '@salar/store/tables/chains/exposed-deposits';
import type { DepositRow } from '@salar/store/tables/tickets/deposits';
import type { ChainReader, ChainReceipt, ChainTransfer, Outpoint } from '../ports/chain-client.ts';
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import { findCoin } from '../tickets/networks.ts';
import type { NetworkSettings } from '../tickets/networks.ts';
import type { SecondSource } from './second-source.ts';

/** A Bitcoin sweep may pay one part in as many as its fee: a thief with the key could give everything to a miner. */
const feeShare = 10n;

export type SweepProofsOptions = {
  readonly database: Queryable;
  readonly network: NetworkSettings;
  readonly client: Pick<ChainReader, 'receipt'>;
  readonly secondSource: Pick<SecondSource, 'hasSame'>;
  /** The hot wallet, and those before a change of its key. */
  readonly hotAddresses: readonly string[];
};

export class SweepProofs {
  readonly #options: SweepProofsOptions;
  /** Final Bitcoin transactions that brought too little: they are not read again. */
  readonly #short = new Set<string>();

  constructor(options: SweepProofsOptions) {
    this.#options = options;
  }

  /** Returns true when our own transaction is final and has brought all of the deposit. */
  async isSwept(deposit: DepositRow, height: number): Promise<boolean> {
    return this.#options.network.family === 'bitcoin'
      ? this.#isOutputSwept(deposit, height)
      : this.#isAddressSwept(deposit, height);
  }

  async #isAddressSwept(deposit: DepositRow, height: number): Promise<boolean> {
    const { database, network, secondSource } = this.#options;
    const { ticketId, txId, productId, toAddress } = deposit;
    const sweep = await findFinalSweep(database, ticketId);
    const arrived = sweep === null ? null : await this.#readFinal(txId, height);
    if (sweep === null || arrived === null) return false;
    for (const hash of sweep.hashes) {
      const receipt = await this.#readFinal(hash, height);
      if (receipt === null || receipt.height < arrived.height || receipt.sender !== toAddress) continue;
      const brought = this.#sumBrought(receipt, productId, ({ from }) => from === toAddress);
      // What a transfer of TRON burns is known only afterwards: a sweep leaves the most that it can burn.
      const fee = network.family === 'tron' ? tronCoinFeeMax : receipt.networkFee;
      const left = productId === findCoin(network) ? fee : 0n;
      if (brought > 0n && brought + left >= sweep.deposited) return secondSource.hasSame(hash, receipt);
    }
    return false;
  }

  /** The transaction must give all that it spends to the hot wallet, but for its fee. */
  async #isOutputSwept({ txId, position, productId }: DepositRow, height: number): Promise<boolean> {
    const { database, network, secondSource } = this.#options;
    const { chainId, confirmations } = network;
    const output = { txId, vout: Number(position) };
    const spender = await findSpender(database, { chainId, ...output, height: height - confirmations + 1 });
    if (spender === null || this.#short.has(spender)) return false;
    const receipt = await this.#readFinal(spender, height);
    const spends = receipt?.spends ?? [];
    if (receipt === null || !spends.some((spent) => isSame(spent, output))) return false;
    const brought = this.#sumBrought(receipt, productId, () => true);
    const { networkFee } = receipt;
    const spent = await this.#sumSpent(spends);
    if (spent === null) return false; // a node lags behind, or the second one is unreachable
    const isWhole = brought + networkFee >= spent && networkFee * feeShare <= spent;
    if (!isWhole) this.#short.add(spender);
    return isWhole && (await secondSource.hasSame(spender, receipt));
  }

  async #readFinal(hash: string, height: number): Promise<ChainReceipt | null> {
    const { client, network } = this.#options;
    const receipt = await client.receipt(hash, { isUntraced: true });
    if (receipt === null || !receipt.succeeded) return null;
    return height - receipt.height + 1 >= network.confirmations ? receipt : null;
  }

  #sumBrought(
    { transfers }: ChainReceipt,
    productId: ProductId,
    isCounted: (transfer: ChainTransfer) => boolean,
  ): bigint {
    const { hotAddresses } = this.#options;
    return transfers
      .filter((transfer) => transfer.productId === productId && hotAddresses.includes(transfer.to))
      .filter(isCounted)
      .reduce((sum, { amount }) => sum + amount, 0n);
  }

  /** Adds up what the outputs hold, each read from its own transaction; null when the nodes do not show one. */
  async #sumSpent(outpoints: readonly Outpoint[]): Promise<bigint | null> {
    const { client, secondSource } = this.#options;
    let sum = 0n;
    for (const { txId, vout } of outpoints) {
      const receipt = await client.receipt(txId);
      const output = receipt?.transfers.find(({ position }) => position === String(vout));
      if (receipt === null || output === undefined || !(await secondSource.hasSame(txId, receipt)))
        return null;
      sum += output.amount;
    }
    return sum;
  }
}

function isSame(one: Outpoint, other: Outpoint): boolean {
  return one.txId === other.txId && one.vout === other.vout;
}
