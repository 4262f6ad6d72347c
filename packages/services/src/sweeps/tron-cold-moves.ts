/**
 * Sends what the hot wallets hold above their share from the hot wallet of a TRON network to its cold storage. The caller
 * never names the receiver: the signer has it in its policy.
 */
import type { ProductId } from '@salar/protocol';
import type { SweepSettings } from '../tickets/networks.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import { computeTronMovable } from './tron-movable.ts';
import type { TronMovableOptions } from './tron-movable.ts';

export type TronColdMovesOptions = TronMovableOptions & { readonly hotWallets: HotWalletCap };

export class TronColdMoves {
  readonly #options: TronColdMovesOptions;

  constructor(options: TronColdMovesOptions) {
    this.#options = options;
    if (options.network.coldAddress !== undefined) options.hotWallets.expectCold(options.network.name);
  }

  /** Reads cold storage, and starts at most one move of each product. */
  async work({ height, sweeps }: { readonly height: number; readonly sweeps: SweepSettings }): Promise<void> {
    const { network, client, moves, wallet, hotWallets } = this.#options;
    const { coldAddress, assets } = network;
    if (coldAddress === undefined) return;
    const balances = new Map<ProductId, bigint>();
    for (const { productId } of assets)
      balances.set(productId, await client.getBalance(productId, coldAddress));
    hotWallets.noteCold(network.name, balances);
    const waiting = await moves.listWaiting();
    for (const asset of assets) {
      const { productId } = asset;
      if (waiting.some((row) => row.kind === 'cold' && row.productId === productId)) continue;
      const share = await hotWallets.computeShare(productId);
      if (share === null || share.excess <= 0n) continue;
      const movable = await computeTronMovable(this.#options, asset, sweeps);
      const wanted = share.hot - computeKept(share);
      const amount = wanted < movable ? wanted : movable;
      if (amount <= 0n) continue;
      const sender = wallet.hotAddress;
      await moves.start({ kind: 'cold', productId, addressIndex: null, sender, amount, height });
    }
  }
}
