/**
 * Keeps the house's money of an EVM network apart from its customers': moves what the hot wallet holds of it to the house wallet,
 * and what is missing in the customers' wallets back. The signer derives both ends.
 *
 * Gas comes from the hot wallet, so what the gas wallet holds is a part of the house's money.
 */
import type { ProductId } from '@salar/protocol';
import { raiseNextNonce, takeNonce } from '@salar/store/tables/tickets/withdrawal-payments';
import type { Queryable } from '@salar/store';
import type { EvmChain } from '../ports/chain-client.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import type { EvmNetwork, NetworkAsset } from '../tickets/networks.ts';
import type { Turn } from './gas-wallet.ts';
import type { HouseShares } from './house-shares.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { WalletMoves } from './wallet-moves.ts';

export type HouseWalletMovesOptions = {
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly moves: WalletMoves;
  readonly hotAddress: string;
  readonly gasAddress: string;
  readonly houseAddress: string;
  readonly houseShares: HouseShares;
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  readonly log: Log;
};

type HouseAsset = NetworkAsset & { readonly houseMin: bigint };

export class HouseWalletMoves {
  readonly #options: HouseWalletMovesOptions;
  readonly #assets: readonly HouseAsset[];
  /** Products whose shortfall the house wallet cannot pay, which were reported already. */
  readonly #short = new Set<ProductId>();

  constructor(options: HouseWalletMovesOptions) {
    this.#options = options;
    this.#assets = options.network.assets.filter(
      (asset): asset is HouseAsset => asset.houseMin !== undefined,
    );
    if (this.#assets.length > 0) options.houseShares.expect(options.network.name);
  }

  /** Reads the house's wallets, and starts at most one move. */
  async work(turn: Turn): Promise<void> {
    if (this.#assets.length === 0) return;
    const { moves, houseShares } = this.#options;
    await this.#readBalances();
    if ((await moves.isWaiting('to_house')) || (await moves.isWaiting('from_house'))) return;
    for (const asset of this.#assets) {
      const held = houseShares.sumHeld(asset.productId);
      if (held === null) return;
      const { owned } = await houseShares.readBooks(asset.productId);
      const surplus = owned - held;
      const isStarted =
        surplus > 0n
          ? await this.#moveToHouse(asset, surplus, turn)
          : await this.#moveFromHouse(asset, -surplus, turn);
      if (isStarted) return;
    }
  }

  async #readBalances(): Promise<void> {
    const { client, network, houseAddress, gasAddress, houseShares } = this.#options;
    const balances = new Map<ProductId, bigint>();
    for (const { productId, contract } of this.#assets) {
      const own = await client.getBalance(productId, houseAddress);
      const gas = contract === null ? await client.coinBalance(gasAddress) : 0n;
      balances.set(productId, own + gas);
    }
    houseShares.note(network.name, balances);
  }

  /** The hot wallet keeps what it needs: the coins for its fees and a refill of the gas wallet, and its share of customers' money. */
  async #moveToHouse({ productId, contract, houseMin }: HouseAsset, wanted: bigint, turn: Turn) {
    const { client, hotAddress, hotWallets, network } = this.#options;
    const coins = await client.coinBalance(hotAddress);
    const reserve = moveGas.coin * turn.fees.feeMax + turn.sweeps.gasWalletMax;
    const hasGas = coins >= moveGas.token * turn.fees.feeMax;
    const tokens = contract === null || !hasGas ? 0n : await client.getBalance(productId, hotAddress);
    const share = await hotWallets?.computeShare(productId);
    if (share === null) return false;
    const movable = contract === null ? coins - reserve : tokens;
    const spare = share === undefined ? movable : share.hot - computeKept(share);
    const amount = [wanted, movable, spare].reduce(smaller);
    if (amount < houseMin) return false;
    const nonce = await client.getNonce(hotAddress);
    // The hot wallet pays customers too, so its nonces come from their counter.
    return this.#start(turn, { kind: 'to_house', productId, sender: hotAddress, amount }, async (tx) => {
      await raiseNextNonce(tx, { chainId: network.chainId, sender: hotAddress, nonce });
      return takeNonce(tx, network.chainId, hotAddress);
    });
  }

  async #moveFromHouse({ productId, contract, houseMin }: HouseAsset, wanted: bigint, turn: Turn) {
    const { client, houseAddress, moves, log } = this.#options;
    if (wanted < houseMin) {
      this.#short.delete(productId);
      return false;
    }
    const coins = await client.coinBalance(houseAddress);
    const fee = (contract === null ? moveGas.coin : moveGas.token) * turn.fees.feeMax;
    const held = contract === null ? coins - fee : await client.getBalance(productId, houseAddress);
    const amount = smaller(wanted, held);
    if (amount < houseMin || coins < fee) {
      if (!this.#short.has(productId))
        log.warn(
          { productId, missing: wanted.toString() },
          'the house owes the customers’ wallets more than its own wallet can pay',
        );
      this.#short.add(productId);
      return false;
    }
    const nonce = await moves.freeNonce(houseAddress);
    if (nonce === null) return false;
    const move = { kind: 'from_house', productId, sender: houseAddress, amount } as const;
    return this.#start(turn, move, async () => nonce);
  }

  /** @returns true when the move was sent */
  async #start(
    { height, fees }: Turn,
    move: {
      readonly kind: 'to_house' | 'from_house';
      readonly productId: ProductId;
      readonly sender: string;
      readonly amount: bigint;
    },
    nonce: (tx: Queryable) => Promise<number>,
  ): Promise<boolean> {
    const refusal = await this.#options.moves.start({ ...move, addressIndex: null, fees, height, nonce });
    return refusal === null;
  }
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
