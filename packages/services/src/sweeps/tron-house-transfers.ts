/** Moves between the hot wallet and the house wallet of a TRON network. */
import type { ProductId } from '@salar/protocol';
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { SweepSettings } from '../tickets/networks.ts';
import type { NetworkAsset } from '../tickets/networks.ts';
import type { HouseBalances } from './house-shares.ts';
import { houseMoveKinds } from './house-wallet-moves.ts';
import type { HouseMoveKind, HouseTransfers } from './house-wallet-moves.ts';
import { sumBalances } from './sum-balances.ts';
import { computeTronMovable } from './tron-movable.ts';
import type { TronMovableOptions } from './tron-movable.ts';

export type TronTurn = { readonly height: number; readonly sweeps: SweepSettings };

export type TronHouseTransfersOptions = TronMovableOptions & {
  readonly wallet: {
    readonly hotAddress: string;
    readonly gasAddress: string;
    readonly houseAddress: string;
    readonly former?: SignerWallet['former'];
  };
};

export class TronHouseTransfers implements HouseTransfers<TronTurn> {
  readonly #options: TronHouseTransfersOptions;

  constructor(options: TronHouseTransfersOptions) {
    this.#options = options;
  }

  async isWaiting(): Promise<boolean> {
    const waiting = await this.#options.moves.listWaiting();
    return waiting.some((row) => houseMoveKinds.some((kind) => kind === row.kind));
  }

  async readBalances({ productId, contract }: NetworkAsset): Promise<HouseBalances> {
    const { client, wallet } = this.#options;
    const gas = contract === null ? await client.coinBalance(wallet.gasAddress) : 0n;
    return {
      ofHouse:
        (await sumBalances(client, productId, [wallet.houseAddress, wallet.former?.houseAddress])) + gas,
      hot: await client.getBalance(productId, wallet.hotAddress),
    };
  }

  async computeMovable(kind: HouseMoveKind, asset: NetworkAsset, { sweeps }: TronTurn): Promise<bigint> {
    const { client, wallet } = this.#options;
    if (kind === 'to_house') return computeTronMovable(this.#options, asset, sweeps);
    const { productId, contract } = asset;
    const { houseAddress, hotAddress } = wallet;
    const coins = await client.coinBalance(houseAddress);
    if (contract === null) return coins - tronCoinFeeMax;
    const held = await client.getBalance(productId, houseAddress);
    if (held === 0n) return 0n;
    return coins < (await client.transferCost(productId, houseAddress, hotAddress)) ? 0n : held;
  }

  async start(
    kind: HouseMoveKind,
    productId: ProductId,
    amount: bigint,
    { height }: TronTurn,
  ): Promise<bigint> {
    const { moves, wallet } = this.#options;
    const sender = kind === 'to_house' ? wallet.hotAddress : wallet.houseAddress;
    const refusal = await moves.start({ kind, productId, addressIndex: null, sender, amount, height });
    return refusal === null ? amount : 0n;
  }
}
