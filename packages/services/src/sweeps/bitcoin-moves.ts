/** The moves of a Bitcoin network with cold storage: to it above the hot wallet's share, and refills from it. */
import type { BitcoinCold } from '../tickets/networks.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import { BitcoinColdMoves } from './bitcoin-cold-moves.ts';
import type { BitcoinColdMovesOptions } from './bitcoin-cold-moves.ts';
import { PlannedColdRefills } from './planned-cold-refills.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { HouseMoves } from './house-moves.ts';

export type BitcoinMovesOptions = Omit<BitcoinColdMovesOptions, 'hotWallets'> & {
  readonly cold: BitcoinCold;
  /** Null when the hot wallets have no share that is watched. */
  readonly hotWallets: HotWalletCap | null;
  /** Null when nothing is paid back from cold storage. */
  readonly coldStorage: ColdStorage | null;
};

export class BitcoinMoves implements HouseMoves {
  readonly #coldMoves: BitcoinColdMoves | null;
  readonly #coldRefills: PlannedColdRefills | null;

  constructor(options: BitcoinMovesOptions) {
    const { hotWallets, coldStorage } = options;
    this.#coldMoves = hotWallets === null ? null : new BitcoinColdMoves({ ...options, hotWallets });
    this.#coldRefills = coldStorage === null ? null : new PlannedColdRefills({ ...options, coldStorage });
  }

  async work(height: number): Promise<void> {
    await this.#coldRefills?.work(height);
    await this.#coldMoves?.work(height);
  }
}
