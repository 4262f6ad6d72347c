/**
 * Sends what the hot wallets hold above their share from the hot wallet of an EVM network to its cold storage. The caller
 * never names the receiver: the signer has it in its policy.
 */
import type { ProductId } from '@salar/protocol';
import { raiseNextNonce, takeNonce } from '@salar/store/tables/tickets/withdrawal-payments';
import type { ChainFees, EvmChain } from '../ports/chain-client.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { EvmNetwork, NetworkAsset, SweepSettings } from '../tickets/networks.ts';
import { computeKept } from './hot-wallet-cap.ts';
import type { HotWalletCap } from './hot-wallet-cap.ts';
import type { WalletMoves } from './wallet-moves.ts';

export type ColdMovesOptions = {
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly moves: WalletMoves;
  readonly hotAddress: string;
  readonly hotWallets: HotWalletCap;
};

export class ColdMoves {
  readonly #options: ColdMovesOptions;

  constructor(options: ColdMovesOptions) {
    this.#options = options;
    if (options.network.coldAddress !== undefined) options.hotWallets.expectCold(options.network.name);
  }

  /** Reads cold storage, and starts at most one move. */
  async work(turn: { height: number; fees: ChainFees; sweeps: SweepSettings }): Promise<void> {
    const { network, client, moves, hotWallets } = this.#options;
    const { coldAddress } = network;
    if (coldAddress === undefined) return;
    const balances = new Map<ProductId, bigint>();
    for (const { productId } of network.assets)
      balances.set(productId, await client.getBalance(productId, coldAddress));
    hotWallets.noteCold(network.name, balances);
    if (await moves.isWaiting('cold')) return;
    for (const asset of network.assets) {
      const share = await hotWallets.computeShare(asset.productId);
      if (share === null || share.excess <= 0n) continue;
      const movable = await this.#computeMovable(asset, turn);
      const wanted = share.hot - computeKept(share);
      const amount = wanted < movable ? wanted : movable;
      if (amount <= 0n) continue;
      await this.#start(asset.productId, amount, turn);
      return;
    }
  }

  /** The hot wallet keeps the coins for its own fees and for one refill of the gas wallet. */
  async #computeMovable(
    { productId, contract }: NetworkAsset,
    { fees, sweeps }: { fees: ChainFees; sweeps: SweepSettings },
  ): Promise<bigint> {
    const { client, hotAddress } = this.#options;
    const coins = await client.coinBalance(hotAddress);
    if (contract === null) return coins - moveGas.coldCoin * fees.feeMax - sweeps.gasWalletMax;
    return coins < moveGas.token * fees.feeMax ? 0n : client.getBalance(productId, hotAddress);
  }

  async #start(
    productId: ProductId,
    amount: bigint,
    { height, fees }: { height: number; fees: ChainFees },
  ): Promise<void> {
    const { moves, client, hotAddress, network } = this.#options;
    const { chainId } = network;
    const nonce = await client.getNonce(hotAddress);
    await moves.start({
      kind: 'cold',
      productId,
      addressIndex: null,
      sender: hotAddress,
      amount,
      fees,
      height,
      // The hot wallet pays customers too, so its nonces come from their counter.
      nonce: async (tx) => {
        await raiseNextNonce(tx, { chainId, sender: hotAddress, nonce });
        return takeNonce(tx, chainId, hotAddress);
      },
    });
  }
}
