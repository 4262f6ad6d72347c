/**
 * Sends what the hot wallets hold above their share from the hot wallet of a TRON network to its cold storage. The caller
 * never names the receiver: the signer has it in its policy.
 */
import type { ProductId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { listPaymentsInFlight } from '@salar/store/tables/operators/reconciliation';
import { sumMoved } from '../payments/moved-sums.ts';
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { TronChain } from '../ports/chain-client.ts';
import { findCoin } from '../tickets/networks.ts';
import type { NetworkAsset, SweepSettings, TronNetwork } from '../tickets/networks.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { TronMoves } from './tron-moves.ts';

export type TronColdMovesOptions = {
  readonly database: Database;
  readonly network: TronNetwork;
  readonly client: TronChain;
  readonly moves: TronMoves;
  readonly wallet: Pick<SignerWallet, 'hotAddress'>;
  readonly hotWallets: HotWalletCap;
};

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
      const movable = await this.#computeMovable(asset, sweeps);
      const wanted = share.hot - computeKept(share);
      const amount = wanted < movable ? wanted : movable;
      if (amount <= 0n) continue;
      const sender = wallet.hotAddress;
      await moves.start({ kind: 'cold', productId, addressIndex: null, sender, amount, height });
    }
  }

  /**
   * Computes what no payment or move in flight needs. The hot wallet keeps the coins for its own fees and for one refill of
   * the gas wallet.
   */
  async #computeMovable({ productId, contract }: NetworkAsset, sweeps: SweepSettings): Promise<bigint> {
    const { network, client, wallet, database, moves } = this.#options;
    const { hotAddress } = wallet;
    const waiting = (await moves.listWaiting()).filter(({ sender }) => sender === hotAddress);
    const payments = await listPaymentsInFlight(database, network.chainId);
    const paid = new Map(payments.map((payment) => [payment.ticketId, payment]));
    const takenOf = (product: ProductId | null) =>
      [...paid.values()].reduce(
        (sum, payment) => (payment.productId === product ? sum + payment.net : sum),
        sumMoved(waiting, network, product),
      );
    const fees = network.feeLimit * BigInt(paid.size + waiting.length + 1);
    const coins = (await client.coinBalance(hotAddress)) - takenOf(findCoin(network)) - fees;
    if (contract === null) return coins - tronCoinFeeMax - sweeps.gasWalletMax;
    return coins < 0n ? 0n : (await client.getBalance(productId, hotAddress)) - takenOf(productId);
  }
}
