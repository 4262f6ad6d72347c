/**
 * The moves of a Bitcoin network: to cold storage above the hot wallet's share and refills from it, between the hot wallet and the
 * house's, and out of a house wallet before a change of its key. Payments spend deposit addresses directly, so only those are swept
 * whose private keys others may have.
 */
import { listCompromisedIndexes } from '../deposits/deposit-branches.ts';
import type { DepositIndexes } from '../deposits/deposit-branches.ts';
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

/** The most addresses that are swept in one turn. */
const sweepsPerTurn = 20;

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
  readonly #exposed: readonly DepositIndexes[];
  /** Indexes of addresses whose sweep the signer has refused: those of others go on. */
  readonly #refused = new Set<number>();
  #checkedHeight = -1;

  constructor(options: BitcoinNetworkMovesOptions) {
    this.#options = options;
    this.#moves = new BitcoinMoves(options);
    this.#exposed = listCompromisedIndexes(options.network);
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
    await this.#sweepExposed(height);
    await this.#carryHouse(height);
    await this.#houseWalletMoves?.work({ height });
    await this.#coldMoves?.work(height);
    this.#checkedHeight = height;
  }

  /** Sweeps deposit addresses whose private keys others may have: the only ones that are, because payments spend the others directly. */
  async #sweepExposed(height: number): Promise<void> {
    if (this.#exposed.length === 0) return;
    for (let count = 0; count < sweepsPerTurn; count += 1) {
      const planned = await this.#moves.planSweep(this.#exposed, this.#refused, height);
      if (planned === null) return;
      const refusal = await this.#moves.start('sweep', planned, height, planned.index);
      if (refusal === 'fee_cap_exceeded') return;
      if (refusal !== null) this.#refused.add(planned.index);
    }
  }

  /** Empties the house wallet that was in use before a change of its key, for as long as anything arrives there. */
  async #carryHouse(height: number): Promise<void> {
    if (this.#options.wallet.former?.houseAddress === undefined) return;
    const planned = await this.#moves.plan('carry_house', height);
    if (planned !== null) await this.#moves.start('carry_house', planned, height);
  }
}
