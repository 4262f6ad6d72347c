/**
 * Empties the wallets of an EVM network that were in use before a change of keys, for as long as anything arrives at them. The
 * signer derives both ends.
 *
 * Tokens go first, because they need the coins for gas.
 */
import type { ProductId } from '@salar/protocol';
import type { ChainFees, EvmChain } from '../ports/chain-client.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import { findCoin } from '../tickets/networks.ts';
import type { EvmNetwork } from '../tickets/networks.ts';
import type { WalletMoves } from './wallet-moves.ts';

type CarriedWalletsOptions = {
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly moves: WalletMoves;
  readonly wallet: SignerWallet;
  readonly log: Log;
};
type CarryKind = 'carry_hot' | 'carry_gas' | 'carry_house';
type Turn = { readonly height: number; readonly fees: ChainFees };

export class CarriedWallets {
  readonly #options: CarriedWalletsOptions;

  constructor(options: CarriedWalletsOptions) {
    this.#options = options;
  }

  /** Starts at most one move of each former wallet. */
  async work(turn: Turn): Promise<void> {
    const { former, hotAddress, gasAddress } = this.#options.wallet;
    if (former === undefined) return;
    if (former.hotAddress !== hotAddress) await this.#carryAll(turn, 'carry_hot', former.hotAddress);
    if (former.houseAddress !== undefined) await this.#carryAll(turn, 'carry_house', former.houseAddress);
    if (former.gasAddress !== null && former.gasAddress !== gasAddress)
      await this.#carryCoins(turn, 'carry_gas', former.gasAddress, null);
  }

  async #carryAll(turn: Turn, kind: 'carry_hot' | 'carry_house', sender: string): Promise<void> {
    const { client, network, moves, log } = this.#options;
    const nonce = await moves.freeNonce(sender);
    if (nonce === null) return;
    for (const { productId, contract } of network.assets) {
      if (contract === null) continue;
      const amount = await client.getBalance(productId, sender);
      if (amount === 0n) continue;
      if ((await client.coinBalance(sender)) < moveGas.token * turn.fees.feeMax)
        log.warn({ sender, productId }, 'a former wallet has tokens and no coins for their gas');
      else await this.#start(turn, { kind, productId, sender, amount, nonce });
      return;
    }
    const coin = findCoin(network);
    if (coin !== null) await this.#carryCoins(turn, kind, sender, coin);
  }

  /** Leaves nothing: the fee is exact, because the tip equals the maximum fee. */
  async #carryCoins(
    { height, fees: { feeMax } }: Turn,
    kind: CarryKind,
    sender: string,
    productId: ProductId | null,
  ): Promise<void> {
    const { client, moves } = this.#options;
    const nonce = await moves.freeNonce(sender);
    if (nonce === null) return;
    const amount = (await client.coinBalance(sender)) - moveGas.coin * feeMax;
    if (amount <= 0n) return; // the fee would exceed it
    const fees = { feeMax, feePriority: feeMax };
    await this.#start({ height, fees }, { kind, productId, sender, amount, nonce });
  }

  async #start(
    turn: Turn,
    {
      nonce,
      ...move
    }: {
      readonly kind: CarryKind;
      readonly productId: ProductId | null;
      readonly sender: string;
      readonly amount: bigint;
      readonly nonce: number;
    },
  ): Promise<void> {
    await this.#options.moves.start({ ...move, ...turn, addressIndex: null, nonce: async () => nonce });
  }
}
