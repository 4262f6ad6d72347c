/** Moves between the hot wallet and the house wallet of a Bitcoin network. */
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { sumWalletOutputs } from '@salar/store/tables/chains/move-outputs';
import type { BitcoinNetwork, NetworkAsset } from '../tickets/networks.ts';
import type { BitcoinMoves } from './bitcoin-moves.ts';
import type { HouseBalances } from './house-shares.ts';
import { houseMoveKinds } from './house-wallet-moves.ts';
import type { HouseMoveKind, HouseTransfers } from './house-wallet-moves.ts';

export type BitcoinTurn = { readonly height: number };

export type BitcoinHouseTransfersOptions = {
  readonly database: Database;
  readonly network: BitcoinNetwork;
  readonly moves: BitcoinMoves;
};

export class BitcoinHouseTransfers implements HouseTransfers<BitcoinTurn> {
  readonly #options: BitcoinHouseTransfersOptions;

  constructor(options: BitcoinHouseTransfersOptions) {
    this.#options = options;
  }

  async isWaiting(): Promise<boolean> {
    const waiting = await this.#options.moves.listWaiting();
    return waiting.some((row) => houseMoveKinds.some((kind) => kind === row.kind));
  }

  /** Counts what payments and moves have reserved until a block spends it, as the balance of an account does. */
  async readBalances(): Promise<HouseBalances> {
    const { database, network } = this.#options;
    return sumWalletOutputs(database, network.chainId);
  }

  async computeMovable(kind: HouseMoveKind, _asset: NetworkAsset, { height }: BitcoinTurn): Promise<bigint> {
    const planned = await this.#options.moves.plan(kind, height);
    return planned?.amount ?? 0n;
  }

  async start(
    kind: HouseMoveKind,
    _productId: ProductId,
    wanted: bigint,
    { height }: BitcoinTurn,
  ): Promise<bigint> {
    const { moves } = this.#options;
    const planned = await moves.plan(kind, height, wanted);
    if (planned === null || (await moves.start(kind, planned, height)) !== null) return 0n;
    return planned.amount;
  }
}
