/** Moves between the hot wallet and the house wallet of an EVM network. */
import type { ProductId } from '@salar/protocol';
import { raiseNextNonce, takeNonce } from '@salar/store/tables/tickets/withdrawal-payments';
import type { Queryable } from '@salar/store';
import type { EvmChain } from '../ports/chain-client.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { EvmNetwork, NetworkAsset } from '../tickets/networks.ts';
import type { Turn } from './gas-wallet.ts';
import type { HouseBalances } from './house-shares.ts';
import { houseMoveKinds } from './house-wallet-moves.ts';
import type { HouseMoveKind, HouseTransfers } from './house-wallet-moves.ts';
import { sumBalances } from './sum-balances.ts';
import type { WalletMoves } from './wallet-moves.ts';

export type EvmHouseTransfersOptions = {
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly moves: WalletMoves;
  readonly hotAddress: string;
  readonly gasAddress: string;
  readonly houseAddress: string;
  readonly wallet: Pick<SignerWallet, 'former'>;
};

export class EvmHouseTransfers implements HouseTransfers<Turn> {
  readonly #options: EvmHouseTransfersOptions;

  constructor(options: EvmHouseTransfersOptions) {
    this.#options = options;
  }

  async isWaiting(): Promise<boolean> {
    const { moves } = this.#options;
    for (const kind of houseMoveKinds) if (await moves.isWaiting(kind)) return true;
    return false;
  }

  async readBalances({ productId, contract }: NetworkAsset): Promise<HouseBalances> {
    const { client, hotAddress, gasAddress, houseAddress, wallet } = this.#options;
    const gas = contract === null ? await client.coinBalance(gasAddress) : 0n;
    return {
      ofHouse: (await sumBalances(client, productId, [houseAddress, wallet.former?.houseAddress])) + gas,
      hot: await client.getBalance(productId, hotAddress),
    };
  }

  /** The hot wallet keeps the coins for a refill of the gas wallet. */
  async computeMovable(kind: HouseMoveKind, { productId, contract }: NetworkAsset, turn: Turn) {
    const { client, hotAddress, houseAddress } = this.#options;
    const sender = kind === 'to_house' ? hotAddress : houseAddress;
    const coins = await client.coinBalance(sender);
    const fee = (contract === null ? moveGas.coin : moveGas.token) * turn.fees.feeMax;
    if (contract !== null) return coins < fee ? 0n : client.getBalance(productId, sender);
    return coins - fee - (kind === 'to_house' ? turn.sweeps.gasWalletMax : 0n);
  }

  async start(
    kind: HouseMoveKind,
    productId: ProductId,
    amount: bigint,
    { height, fees }: Turn,
  ): Promise<bigint> {
    const { moves, hotAddress, houseAddress } = this.#options;
    const sender = kind === 'to_house' ? hotAddress : houseAddress;
    const nonce = kind === 'to_house' ? await this.#findHotNonce() : await this.#findHouseNonce();
    if (nonce === null) return 0n;
    const refusal = await moves.start({
      kind,
      productId,
      addressIndex: null,
      sender,
      amount,
      fees,
      height,
      nonce,
    });
    return refusal === null ? amount : 0n;
  }

  /** The hot wallet pays customers too, so its nonces come from their counter. */
  async #findHotNonce() {
    const { client, network, hotAddress: sender } = this.#options;
    const { chainId } = network;
    const nonce = await client.getNonce(sender);
    return async (tx: Queryable) => {
      await raiseNextNonce(tx, { chainId, sender, nonce });
      return takeNonce(tx, chainId, sender);
    };
  }

  async #findHouseNonce() {
    const { moves, houseAddress } = this.#options;
    const nonce = await moves.freeNonce(houseAddress);
    return nonce === null ? null : async () => nonce;
  }
}
