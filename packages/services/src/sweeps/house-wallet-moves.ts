/**
 * Keeps the house's money of a network apart from its customers': moves what the hot wallet holds of it to the house wallet, and
 * what is missing in the customers' wallets back. The signer derives both ends.
 *
 * Gas comes from the hot wallet, so what a gas wallet holds is a part of the house's money.
 */
import type { ProductId } from '@salar/protocol';
import type { Log } from '../ports/log.ts';
import type { NetworkAsset, NetworkSettings } from '../tickets/networks.ts';
import type { HouseBalances, HouseShares } from './house-shares.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';

export type HouseMoveKind = 'to_house' | 'from_house';

/** The moves that change what the house's wallets hold. */
export const houseMoveKinds = ['to_house', 'from_house', 'carry_house'] as const;

/** How a family of networks moves money between the hot wallet and the house wallet. */
export interface HouseTransfers<Turn> {
  /** Returns true while a move of these kinds is in no block: the balances that a node reports are those before it. */
  isWaiting(): Promise<boolean>;
  readBalances(asset: NetworkAsset): Promise<HouseBalances>;
  /** Computes the most that the sender can give, without what it needs for fees and for payments under way. */
  computeMovable(kind: HouseMoveKind, asset: NetworkAsset, turn: Turn): Promise<bigint>;
  /** @returns the minor units that are on their way, 0n when the move was refused */
  start(kind: HouseMoveKind, productId: ProductId, amount: bigint, turn: Turn): Promise<bigint>;
}

export type HouseWalletMovesOptions<Turn> = {
  readonly network: NetworkSettings;
  readonly transfers: HouseTransfers<Turn>;
  readonly houseShares: HouseShares;
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  readonly log: Log;
};

type HouseAsset = NetworkAsset & { readonly houseMin: bigint };

export class HouseWalletMoves<Turn> {
  readonly #options: HouseWalletMovesOptions<Turn>;
  readonly #assets: readonly HouseAsset[];
  /** Products whose shortfall the house wallet cannot pay, which were reported already. */
  readonly #short = new Set<ProductId>();

  constructor(options: HouseWalletMovesOptions<Turn>) {
    this.#options = options;
    const { network, houseShares } = options;
    this.#assets = network.assets.filter((asset): asset is HouseAsset => asset.houseMin !== undefined);
    if (this.#assets.length > 0) houseShares.expect(network.name);
  }

  /** Reads the house's wallets, and starts at most one move. */
  async work(turn: Turn): Promise<void> {
    if (this.#assets.length === 0) return;
    const { network, transfers, houseShares } = this.#options;
    const isWaiting = await transfers.isWaiting();
    if (!isWaiting || !houseShares.isKnown(network.name)) await this.#readBalances();
    if (isWaiting) return;
    for (const asset of this.#assets) {
      const { productId } = asset;
      const held = houseShares.sumHeld(productId);
      if (held === null) return;
      const { owned } = await houseShares.readBooks(productId);
      const surplus = owned - held;
      const moved =
        surplus > 0n
          ? await this.#moveToHouse(asset, surplus, turn)
          : -(await this.#moveFromHouse(asset, -surplus, turn));
      if (moved === 0n) continue;
      houseShares.noteMove(network.name, productId, moved);
      return;
    }
  }

  async #readBalances(): Promise<void> {
    const { network, transfers, houseShares } = this.#options;
    const balances = new Map<ProductId, HouseBalances>();
    for (const asset of this.#assets) balances.set(asset.productId, await transfers.readBalances(asset));
    houseShares.note(network.name, balances);
  }

  /** The hot wallet keeps its part of customers' money and its float, and what it needs for fees. */
  async #moveToHouse(asset: HouseAsset, surplus: bigint, turn: Turn): Promise<bigint> {
    const { transfers, houseShares, hotWallets } = this.#options;
    const { productId, houseMin, houseFloat } = asset;
    if (surplus < houseMin) return 0n;
    const { hot } = await transfers.readBalances(asset);
    const share = await hotWallets?.computeShare(productId);
    if (share === null) return 0n;
    const amount = [
      surplus,
      hot - houseShares.computeKept(productId, surplus) - (houseFloat ?? 0n),
      await transfers.computeMovable('to_house', asset, turn),
      ...(share === undefined ? [] : [share.hot - computeKept(share)]),
    ].reduce(smaller);
    return amount < houseMin ? 0n : transfers.start('to_house', productId, amount, turn);
  }

  async #moveFromHouse(asset: HouseAsset, shortfall: bigint, turn: Turn): Promise<bigint> {
    const { transfers, log } = this.#options;
    const { productId, houseMin } = asset;
    if (shortfall < houseMin) {
      this.#short.delete(productId);
      return 0n;
    }
    const amount = smaller(shortfall, await transfers.computeMovable('from_house', asset, turn));
    if (amount >= houseMin) return transfers.start('from_house', productId, amount, turn);
    if (!this.#short.has(productId))
      log.warn(
        { productId, missing: shortfall.toString() },
        'the house owes the customers’ wallets more than its own wallet can pay',
      );
    this.#short.add(productId);
    return 0n;
  }
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
