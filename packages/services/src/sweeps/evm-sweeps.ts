/**
 * Sweeps deposit addresses into the hot wallet: which, when, and with whose gas.
 *
 * An address is swept when its credited and unswept amount reaches the asset's `sweepMin`, and no deposit on it is still being
 * confirmed. A sweep of the coin empties the address: its fee is exact, because the tip equals the maximum fee. A token needs
 * gas first, from the gas wallet, which the hot wallet refills.
 */
import type { ProductId } from '@salar/protocol';
import { markExposedSwept, markSwept } from '@salar/store/tables/chains/house-moves';
import { moveGas } from '../ports/chain-signer.ts';
import type { MoveRefusal, SignerWallet } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import { findCoin } from '../tickets/networks.ts';
import { CarriedWallets } from './carried-wallets.ts';
import { ColdMoves } from './cold-moves.ts';
import { ColdRefills } from './cold-refills.ts';
import { GasWallet } from './gas-wallet.ts';
import type { Turn } from './gas-wallet.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { HouseMoves } from './house-moves.ts';
import type { HouseShares } from './house-shares.ts';
import { EvmHouseTransfers } from './evm-house-transfers.ts';
import { HouseWalletMoves } from './house-wallet-moves.ts';
import { UnsweptAddresses } from './unswept-addresses.ts';
import type { SweptAddress } from './unswept-addresses.ts';
import { WalletMoves } from './wallet-moves.ts';
import type { WalletMovesOptions } from './wallet-moves.ts';

export type EvmSweepsOptions = WalletMovesOptions & {
  readonly hotAddress: string;
  readonly gasAddress: string;
  readonly wallet: SignerWallet;
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  readonly houseShares: HouseShares;
  /** Null when nothing is paid back from cold storage. */
  readonly coldStorage: ColdStorage | null;
};

export class EvmSweeps implements HouseMoves {
  readonly #options: EvmSweepsOptions;
  readonly #moves: WalletMoves;
  readonly #gasWallet: GasWallet;
  readonly #coldMoves: ColdMoves | null;
  readonly #coldRefills: ColdRefills | null;
  readonly #carriedWallets: CarriedWallets;
  readonly #houseWalletMoves: HouseWalletMoves<Turn> | null;
  readonly #unswept: UnsweptAddresses;
  #checkedHeight = -1;

  constructor(options: EvmSweepsOptions) {
    this.#options = options;
    this.#unswept = new UnsweptAddresses(options);
    this.#moves = new WalletMoves(options);
    const { hotWallets, coldStorage } = options;
    const shared = { ...options, moves: this.#moves };
    this.#gasWallet = new GasWallet(shared);
    this.#coldMoves = hotWallets === null ? null : new ColdMoves({ ...shared, hotWallets });
    this.#coldRefills =
      coldStorage === null ? null : new ColdRefills({ ...shared, coldStorage, gasWallet: this.#gasWallet });
    this.#carriedWallets = new CarriedWallets(shared);
    const { houseAddress } = options.wallet;
    this.#houseWalletMoves =
      houseAddress === undefined || options.network.sweeps === null
        ? null
        : new HouseWalletMoves({
            ...options,
            transfers: new EvmHouseTransfers({ ...shared, houseAddress }),
          });
  }

  /** Runs one turn: follows sent moves, then, once per block, sweeps addresses that are due. */
  async work(height: number): Promise<void> {
    const { network, client } = this.#options;
    const { sweeps } = network;
    if (sweeps === null) return;
    await this.#moves.watch(height);
    if (height === this.#checkedHeight) return;
    const turn = { height, sweeps, fees: await client.fees() };
    await this.#carriedWallets.work(turn);
    await this.#coldRefills?.work(turn);
    await this.#sweepAll(turn);
    await this.#houseWalletMoves?.work(turn);
    await this.#coldMoves?.work(turn);
    this.#checkedHeight = height;
  }

  /**
   * Sweeps tokens first: they need the coins on their addresses. But a nonce that the signer has signed for the coins, in a run
   * that ended before the bytes were stored, belongs to them, and a token that a thief has taken from an exposed address needs none.
   */
  async #sweepAll(turn: Turn): Promise<void> {
    const { assets } = this.#options.network;
    const inUse = new Set<string>();
    for (const asset of assets.filter(({ contract }) => contract !== null))
      for (const found of await this.#unswept.find(asset)) {
        if (await this.#sweepToken(turn, asset.productId, found)) inUse.add(found.address);
      }
    for (const asset of assets.filter(({ contract }) => contract === null))
      for (const found of await this.#unswept.find(asset))
        if (!inUse.has(found.address)) await this.#sweepCoin(turn, asset.productId, found);
  }

  async #sweepCoin({ height, fees }: Turn, productId: ProductId, from: SweptAddress): Promise<void> {
    const nonce = await this.#moves.freeNonce(from.address);
    if (nonce === null) return;
    const { feeMax } = fees;
    const amount = (await this.#options.client.coinBalance(from.address)) - moveGas.coin * feeMax;
    if (amount <= 0n) return; // the fee would exceed it
    await this.#sweep({ height, fees: { feeMax, feePriority: feeMax } }, productId, from, { nonce, amount });
  }

  /** @returns whether the token needs the coins of its address */
  async #sweepToken(turn: Turn, productId: ProductId, from: SweptAddress): Promise<boolean> {
    const { client } = this.#options;
    const nonce = await this.#moves.freeNonce(from.address);
    if (nonce === null) return true;
    const amount = await client.getBalance(productId, from.address);
    if (amount === 0n) return false; // a reorg removed it, or a thief took it
    const gas = moveGas.token * turn.fees.feeMax;
    const coins = await client.coinBalance(from.address);
    if (coins < gas) await this.#giveGas(turn, from.index, gas - coins);
    else return (await this.#sweep(turn, productId, from, { nonce, amount })) !== 'nonce_taken';
    return true;
  }

  async #sweep(
    { height, fees }: Omit<Turn, 'sweeps'>,
    productId: ProductId,
    { address, index, isExposed }: SweptAddress,
    { nonce, amount }: { nonce: number; amount: bigint },
  ): Promise<MoveRefusal | null> {
    const { network } = this.#options;
    const { chainId } = network;
    return this.#moves.start({
      kind: 'sweep',
      productId,
      addressIndex: index,
      sender: address,
      amount,
      fees,
      height,
      nonce: async () => nonce,
      alongside: async (tx, moveId) => {
        const of = { moveId, chainId, productId, address };
        const found = amount + (productId === findCoin(network) ? moveGas.coin * fees.feeMax : 0n);
        await (isExposed ? markExposedSwept(tx, { ...of, found }) : markSwept(tx, of));
      },
    });
  }

  /** Sends a quarter more gas than is missing, as fees may rise before it arrives. One block later the address can pay. */
  async #giveGas(turn: Turn, index: number, missing: bigint): Promise<void> {
    const { height, fees, sweeps } = turn;
    const wanted = missing + missing / 4n;
    const amount = wanted > sweeps.perMove ? sweeps.perMove : wanted;
    const nonce = await this.#gasWallet.findNonce(turn, amount + moveGas.coin * fees.feeMax);
    if (nonce === null) return;
    await this.#moves.start({
      kind: 'gas',
      productId: null,
      addressIndex: index,
      sender: this.#options.gasAddress,
      amount,
      fees,
      height,
      nonce: async () => nonce,
    });
  }
}
