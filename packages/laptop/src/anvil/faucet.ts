/** Sends real coins on a local chain, from the development accounts. */
import { encodeFunctionData, getAddress, parseAbi } from 'viem';
import type { JsonRpc } from '@salar/adapters/chain-evm/json-rpc';
import { DevWallet } from './dev-wallet.ts';

const mintAbi = parseAbi(['function mint(address to, uint256 value)']);

export class Faucet {
  /** The owner of the tokens, who mints them. */
  readonly #owner: DevWallet;
  /** Pays the network's coin, with nonces of its own, so that the two never wait for each other. */
  readonly #payer: DevWallet;

  constructor(rpc: JsonRpc, chainId: number) {
    this.#owner = new DevWallet(rpc, chainId, 0);
    this.#payer = new DevWallet(rpc, chainId, 1);
  }

  /**
   * Sends `amount` minor units and waits for the block.
   *
   * @param contract  the token, or null for the network's own coin
   * @returns the transaction's hash
   */
  async send(request: { address: string; contract: string | null; amount: bigint }): Promise<string> {
    const to = getAddress(request.address);
    if (request.contract === null) return this.#payer.send({ to, value: request.amount, gas: 100_000n });
    const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, request.amount] });
    return this.#owner.send({ to: getAddress(request.contract), value: 0n, data, gas: 120_000n });
  }
}
