/**
 * Sweeps deposit addresses of a TRON network into the hot wallet, and has its other moves made: to cold storage, between the hot
 * wallet and the house's, and out of wallets before a change of keys.
 *
 * An address is swept when its credited and unswept amount reaches the asset's `sweepMin`, and no deposit on it is still being
 * confirmed. What a transfer burns is known only afterwards, so a sweep of the coin leaves the most that it can burn. A token
 * needs coins on its address, from the gas wallet, which the hot wallet refills.
 */
import type { ProductId } from '@salar/protocol';
import { markExposedSwept, markSwept } from '@salar/store/tables/chains/house-moves';
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import { findCoin } from '../tickets/networks.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { HouseMoves } from './house-moves.ts';
import type { HouseShares } from './house-shares.ts';
import { HouseWalletMoves } from './house-wallet-moves.ts';
import { PlannedColdRefills } from './planned-cold-refills.ts';
import { TronCarriedWallets } from './tron-carried-wallets.ts';
import { TronColdMoves } from './tron-cold-moves.ts';
import { TronGasWallet } from './tron-gas-wallet.ts';
import { TronHouseTransfers } from './tron-house-transfers.ts';
import type { TronTurn } from './tron-house-transfers.ts';
import { TronMoves } from './tron-moves.ts';
import type { TronMovesOptions } from './tron-moves.ts';
import { UnsweptAddresses } from './unswept-addresses.ts';
import type { SweptAddress } from './unswept-addresses.ts';

export type TronSweepsOptions = TronMovesOptions & {
  readonly wallet: SignerWallet & { readonly gasAddress: string };
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  readonly houseShares: HouseShares;
  /** Null when nothing is paid back from cold storage. */
  readonly coldStorage: ColdStorage | null;
};

export class TronSweeps implements HouseMoves {
  readonly #options: TronSweepsOptions;
  readonly #moves: TronMoves;
  readonly #gasWallet: TronGasWallet;
  readonly #coldMoves: TronColdMoves | null;
  readonly #coldRefills: PlannedColdRefills | null;
  readonly #carriedWallets: TronCarriedWallets;
  readonly #houseWalletMoves: HouseWalletMoves<TronTurn> | null;
  readonly #unswept: UnsweptAddresses;
  #checkedHeight = -1;

  constructor(options: TronSweepsOptions) {
    this.#options = options;
    this.#unswept = new UnsweptAddresses(options);
    this.#moves = new TronMoves(options);
    const { hotWallets, coldStorage } = options;
    const shared = { ...options, moves: this.#moves };
    this.#gasWallet = new TronGasWallet(shared);
    this.#coldMoves = hotWallets === null ? null : new TronColdMoves({ ...shared, hotWallets });
    this.#coldRefills = coldStorage === null ? null : new PlannedColdRefills({ ...options, coldStorage });
    this.#carriedWallets = new TronCarriedWallets(shared);
    const { houseAddress, ...wallet } = options.wallet;
    this.#houseWalletMoves =
      houseAddress === undefined || options.network.sweeps === null
        ? null
        : new HouseWalletMoves({
            ...options,
            transfers: new TronHouseTransfers({ ...shared, wallet: { ...wallet, houseAddress } }),
          });
  }

  /** Runs one turn: follows sent moves, then, once per block, starts those that are due. */
  async work(height: number): Promise<void> {
    const { sweeps } = this.#options.network;
    if (sweeps === null) return;
    await this.#moves.watch(height);
    await this.#coldRefills?.work(height);
    if (height === this.#checkedHeight) return;
    await this.#carriedWallets.work(height);
    await this.#sweepAll(height);
    await this.#houseWalletMoves?.work({ height, sweeps });
    await this.#coldMoves?.work({ height, sweeps });
    this.#checkedHeight = height;
  }

  /** Sweeps tokens first: they need the coins on their addresses. */
  async #sweepAll(height: number): Promise<void> {
    const { assets } = this.#options.network;
    const inUse = new Set((await this.#moves.listWaiting()).map(({ sender }) => sender));
    for (const asset of assets.filter(({ contract }) => contract !== null))
      for (const found of await this.#unswept.find(asset)) {
        if (inUse.has(found.address)) continue;
        if (await this.#sweepToken(height, asset.productId, found)) inUse.add(found.address);
      }
    for (const asset of assets.filter(({ contract }) => contract === null))
      for (const found of await this.#unswept.find(asset))
        if (!inUse.has(found.address)) await this.#sweepCoin(height, asset.productId, found);
  }

  async #sweepCoin(height: number, productId: ProductId, from: SweptAddress): Promise<void> {
    const amount = (await this.#options.client.coinBalance(from.address)) - tronCoinFeeMax;
    if (amount > 0n) await this.#sweep(height, productId, from, amount);
  }

  /** @returns whether the token needs the coins of its address */
  async #sweepToken(height: number, productId: ProductId, from: SweptAddress): Promise<boolean> {
    const { client, network, wallet, log } = this.#options;
    const amount = await client.getBalance(productId, from.address);
    if (amount === 0n) return false; // a reorg removed it, or a thief took it
    const cost = await client.transferCost(productId, from.address, wallet.hotAddress);
    if (cost > network.feeLimit) {
      log.warn({ productId, cost: String(cost) }, 'a sweep would burn more than the fee limit');
      return false;
    }
    const coins = await client.coinBalance(from.address);
    if (coins >= cost) await this.#sweep(height, productId, from, amount);
    else await this.#gasWallet.give(height, from.index, cost - coins);
    return true;
  }

  async #sweep(
    height: number,
    productId: ProductId,
    { address, index, isExposed }: SweptAddress,
    amount: bigint,
  ): Promise<void> {
    const { network } = this.#options;
    const { chainId } = network;
    await this.#moves.start({
      kind: 'sweep',
      productId,
      addressIndex: index,
      sender: address,
      amount,
      height,
      alongside: async (tx, moveId) => {
        const of = { moveId, chainId, productId, address };
        const found = amount + (productId === findCoin(network) ? tronCoinFeeMax : 0n);
        await (isExposed ? markExposedSwept(tx, { ...of, found }) : markSwept(tx, of));
      },
    });
  }
}
