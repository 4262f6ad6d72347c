/**
 * The moves of a Bitcoin network: to cold storage above the hot wallet's share and refills from it, between the hot wallet and the
 * house's, and out of a house wallet before a change of its key. Payments spend deposit addresses directly, so nothing is swept.
 */
import type { ColdStorage } from '../ports/cold-storage.ts';
import { BitcoinColdMoves } from './bitcoin-cold-moves.ts';
import { BitcoinHouseTransfers } from './bitcoin-house-transfers.ts';
import type { BitcoinTurn } from './bitcoin-house-transfers.ts';
import { BitcoinMoves } from './bitcoin-moves.ts';
import type { BitcoinMovesOptions } from './bitcoin-moves.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { HouseMoves } from './house-moves.ts';
import type { HouseShares } from './house-shares.ts';
import { HouseWalletMoves } from './house-wallet-moves.ts';
import { PlannedColdRefills } from './planned-cold-refills.ts';

export type BitcoinNetworkMovesOptions = BitcoinMovesOptions & {
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  readonly houseShares: HouseShares;
  /** Null when nothing is paid back from cold storage. */
  readonly coldStorage: ColdStorage | null;
};

export class BitcoinNetworkMoves implements HouseMoves {
  readonly #options: BitcoinNetworkMovesOptions;
  readonly #moves: BitcoinMoves;
  readonly #coldMoves: BitcoinColdMoves | null;
  readonly #coldRefills: PlannedColdRefills | null;
  readonly #houseWalletMoves: HouseWalletMoves<BitcoinTurn> | null;
  #checkedHeight = -1;

  constructor(options: BitcoinNetworkMovesOptions) {
    this.#options = options;
    this.#moves = new BitcoinMoves(options);
    const { network, wallet, hotWallets, coldStorage } = options;
    const shared = { ...options, moves: this.#moves };
    this.#coldMoves =
      hotWallets === null || network.cold === undefined
        ? null
        : new BitcoinColdMoves({ ...shared, hotWallets });
    this.#coldRefills = coldStorage === null ? null : new PlannedColdRefills({ ...options, coldStorage });
    this.#houseWalletMoves =
      wallet.houseAddress === undefined
        ? null
        : new HouseWalletMoves({ ...options, transfers: new BitcoinHouseTransfers(shared) });
  }

  /** Runs one turn: follows sent moves, then, once per block, starts those that are due. */
  async work(height: number): Promise<void> {
    await this.#coldRefills?.work(height);
    await this.#coldMoves?.readBalance(height);
    await this.#moves.watch(height);
    if (height === this.#checkedHeight) return;
    await this.#carryHouse(height);
    await this.#houseWalletMoves?.work({ height });
    await this.#coldMoves?.work(height);
    this.#checkedHeight = height;
  }

  /** Empties the house wallet that was in use before a change of its key, for as long as anything arrives there. */
  async #carryHouse(height: number): Promise<void> {
    if (this.#options.wallet.former?.houseAddress === undefined) return;
    const planned = await this.#moves.plan('carry_house', height);
    if (planned !== null) await this.#moves.start('carry_house', planned, height);
  }
}
