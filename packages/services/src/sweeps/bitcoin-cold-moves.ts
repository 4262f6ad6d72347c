/** Sends what the hot wallet of a Bitcoin network holds above its share to cold storage, whose balance it reports. */
import { assert } from '@salar/protocol';
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listColdOutputs } from '@salar/store/tables/chains/cold-outputs';
import { sumHotOutputs } from '@salar/store/tables/chains/move-outputs';
import { findCoin } from '../tickets/networks.ts';
import type { BitcoinNetwork } from '../tickets/networks.ts';
import type { BitcoinMoves } from './bitcoin-moves.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';

/** The most moves that wait for their block: each has up to 100 outputs. */
const movesAtOnce = 10;

export type BitcoinColdMovesOptions = {
  readonly database: Database;
  readonly network: BitcoinNetwork;
  readonly moves: BitcoinMoves;
  readonly hotWallets: HotWalletCap;
};

export class BitcoinColdMoves {
  readonly #options: BitcoinColdMovesOptions;
  readonly #coin: ProductId;

  constructor(options: BitcoinColdMovesOptions) {
    const coin = findCoin(options.network);
    assert(coin !== null, 'a Bitcoin network has its coin');
    this.#options = options;
    this.#coin = coin;
    options.hotWallets.expectCold(options.network.name);
  }

  /** Reads what cold storage holds. What is in its first block counts. */
  async readBalance(height: number): Promise<void> {
    const { database, network, hotWallets } = this.#options;
    const held = await listColdOutputs(database, { chainId: network.chainId, height });
    const balance = held.reduce((sum, { amount }) => sum + amount, 0n);
    hotWallets.noteCold(network.name, new Map([[this.#coin, balance]]));
  }

  /** Starts the moves that are due. */
  async work(height: number): Promise<void> {
    const { database, network, hotWallets, moves } = this.#options;
    const { chainId } = network;
    const share = await hotWallets.computeShare(this.#coin);
    if (share === null || share.excess <= 0n) return;
    const kept = computeKept(share);
    const { free, moving } = await sumHotOutputs(database, { chainId, height });
    // The share is that of the last comparison: what was paid since is not in the outputs any more.
    let wanted = smaller(share.hot - moving, free) - kept;
    let waiting = (await moves.listWaiting()).length;
    for (; wanted > 0n && waiting < movesAtOnce; waiting += 1) {
      const planned = await moves.plan('cold', height, wanted);
      if (planned === null || (await moves.start('cold', planned, height)) !== null) return;
      wanted -= planned.amount + planned.plan.fee;
    }
  }
}

function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}
