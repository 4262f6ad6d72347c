/** Reads the chains directly from their nodes, without the exchange. */
import { createPublicClient, erc20Abi, http, parseEventLogs, parseUnits } from 'viem';
import type { Address, Hex, PublicClient } from 'viem';
import type { LosslessNumber } from 'lossless-json';
import { callChain, localChains } from './local-chains.ts';
import type { LocalChain } from './local-chains.ts';
import type { Rail } from './rails.ts';

type BitcoinTransaction = {
  readonly confirmations?: LosslessNumber;
  readonly vout: readonly { readonly value: LosslessNumber; readonly scriptPubKey: { address?: string } }[];
};

const bitcoinDecimals = 8;

export class ChainProof {
  readonly #networks: ReadonlyMap<string, LocalChain>;

  private constructor(networks: readonly LocalChain[]) {
    this.#networks = new Map(networks.map((network) => [network.name, network]));
  }

  static async of(url: string): Promise<ChainProof> {
    return new ChainProof(await localChains(url));
  }

  /** Returns the minor units that a mined transaction paid to an address; 0 when no block has it. */
  async broughtBy(rail: Rail, txId: string, address: string): Promise<bigint> {
    if (rail.product === 'BTC') return this.#bitcoinBroughtBy(rail, txId, address);
    const client = this.#client(rail);
    const receipt = await client.getTransactionReceipt({ hash: txId as Hex }).catch(() => null);
    if (receipt?.status !== 'success') return 0n;
    const token = this.#token(rail);
    if (token === null) {
      const { to, value } = await client.getTransaction({ hash: txId as Hex });
      return to?.toLowerCase() === address.toLowerCase() ? value : 0n;
    }
    return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
      .filter((log) => log.address.toLowerCase() === token.toLowerCase())
      .filter((log) => log.args.to.toLowerCase() === address.toLowerCase())
      .reduce((sum, log) => sum + log.args.value, 0n);
  }

  /** Returns the minor units of an address that is never spent from. */
  async heldBy(rail: Rail, address: string): Promise<bigint> {
    if (rail.product === 'BTC') {
      const found = (await callChain(this.#network(rail), 'scantxoutset', [
        'start',
        [`addr(${address})`],
      ])) as {
        total_amount: LosslessNumber;
      };
      return parseUnits(found.total_amount.toString(), bitcoinDecimals);
    }
    const token = this.#token(rail);
    const client = this.#client(rail);
    if (token === null) return client.getBalance({ address: address as Address });
    const args = [address as Address] as const;
    return client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args });
  }

  async #bitcoinBroughtBy(rail: Rail, txId: string, address: string): Promise<bigint> {
    const found = await callChain(this.#network(rail), 'getrawtransaction', [txId, 1]).catch(() => null);
    const transaction = found as BitcoinTransaction | null;
    if (transaction === null || Number(transaction.confirmations ?? 0) < 1) return 0n;
    return transaction.vout
      .filter(({ scriptPubKey }) => scriptPubKey.address === address)
      .reduce((sum, { value }) => sum + parseUnits(value.toString(), bitcoinDecimals), 0n);
  }

  #client(rail: Rail): PublicClient {
    return createPublicClient({ transport: http(this.#network(rail).rpcUrl) });
  }

  /** Null for the network's own coin. */
  #token(rail: Rail): Address | null {
    return this.#network(rail).contracts[rail.product] ?? null;
  }

  #network({ network }: Rail): LocalChain {
    const found = this.#networks.get(network);
    if (found === undefined) throw new Error(`/local/status does not name ${network}`);
    return found;
  }
}
