/**
 * Empties the wallets of a TRON network that were in use before a change of keys, for as long as anything arrives at them. The
 * signer derives both ends.
 *
 * Tokens go first, because they need the coins for their fees. What a transfer of the coin can burn stays there.
 */
import type { ProductId } from '@salar/protocol';
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { TronChain } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { TronNetwork } from '../tickets/networks.ts';
import type { TronMoves } from './tron-moves.ts';

export type TronCarriedWalletsOptions = {
  readonly network: TronNetwork;
  readonly client: TronChain;
  readonly moves: TronMoves;
  readonly wallet: SignerWallet;
  readonly log: Log;
};

export class TronCarriedWallets {
  readonly #options: TronCarriedWalletsOptions;

  constructor(options: TronCarriedWalletsOptions) {
    this.#options = options;
  }

  /** Starts at most one move of each former wallet. */
  async work(height: number): Promise<void> {
    const { moves, wallet } = this.#options;
    const { former, hotAddress, gasAddress } = wallet;
    if (former === undefined) return;
    const waiting = new Set((await moves.listWaiting()).map(({ sender }) => sender));
    if (former.hotAddress !== hotAddress && !waiting.has(former.hotAddress))
      await this.#carryAll(height, 'carry_hot', former.hotAddress, hotAddress);
    const { houseAddress = hotAddress } = wallet;
    const formerHouse = former.houseAddress ?? houseAddress;
    if (formerHouse !== houseAddress && !waiting.has(formerHouse))
      await this.#carryAll(height, 'carry_house', formerHouse, houseAddress);
    if (former.gasAddress === null || former.gasAddress === gasAddress || waiting.has(former.gasAddress))
      return;
    await this.#carryCoins(height, 'carry_gas', former.gasAddress, null);
  }

  async #carryAll(
    height: number,
    kind: 'carry_hot' | 'carry_house',
    sender: string,
    receiver: string,
  ): Promise<void> {
    const { client, network, moves, log } = this.#options;
    for (const { productId, contract } of network.assets) {
      if (contract === null) continue;
      const amount = await client.getBalance(productId, sender);
      if (amount === 0n) continue;
      const cost = await client.transferCost(productId, sender, receiver);
      if ((await client.coinBalance(sender)) < cost)
        log.warn({ sender, productId }, 'a former wallet has tokens and no coins for their fees');
      else await moves.start({ kind, productId, addressIndex: null, sender, amount, height });
      return;
    }
    const coin = findCoin(network);
    if (coin !== null) await this.#carryCoins(height, kind, sender, coin);
  }

  async #carryCoins(
    height: number,
    kind: 'carry_hot' | 'carry_gas' | 'carry_house',
    sender: string,
    productId: ProductId | null,
  ): Promise<void> {
    const { client, moves } = this.#options;
    const amount = (await client.coinBalance(sender)) - tronCoinFeeMax;
    if (amount > 0n) await moves.start({ kind, productId, addressIndex: null, sender, amount, height });
  }
}
