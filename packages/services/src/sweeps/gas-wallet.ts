/** The wallet that pays for moves which do not pay their own fees: it makes one at a time, and the hot wallet refills it. */
import { raiseNextNonce, takeNonce } from '@salar/store/tables/tickets/withdrawal-payments';
import type { ChainFees, EvmChain } from '../ports/chain-client.ts';
import { moveGas } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import type { EvmNetwork, SweepSettings } from '../tickets/networks.ts';
import type { WalletMoves } from './wallet-moves.ts';

/** The state on which every decision of one turn is based. */
export type Turn = { readonly height: number; readonly fees: ChainFees; readonly sweeps: SweepSettings };

export type GasWalletOptions = {
  readonly network: EvmNetwork;
  readonly client: EvmChain;
  readonly moves: WalletMoves;
  readonly hotAddress: string;
  readonly gasAddress: string;
  readonly log: Log;
};

export class GasWallet {
  readonly #options: GasWalletOptions;

  constructor(options: GasWalletOptions) {
    this.#options = options;
  }

  /** Returns the nonce of the wallet's next move, null while an earlier one is in no block or its coins are not enough. */
  async findNonce(turn: Turn, cost: bigint): Promise<number | null> {
    const { client, moves, gasAddress, log, network } = this.#options;
    const { sweeps } = turn;
    const held = await client.coinBalance(gasAddress);
    if (held < sweeps.gasWalletMin) await this.#refill(turn, sweeps.gasWalletMax - held);
    const nonce = await moves.freeNonce(gasAddress);
    if (nonce === null || held >= cost) return nonce;
    log.info({ chainId: network.chainId }, 'a move waits for the gas wallet');
    return null;
  }

  async #refill({ height, fees }: Turn, amount: bigint): Promise<void> {
    const { client, moves, hotAddress, network, log } = this.#options;
    const { chainId } = network;
    if (await moves.isWaiting('refill')) return;
    if ((await client.coinBalance(hotAddress)) < amount + moveGas.coin * fees.feeMax) {
      log.warn({ chainId }, 'the gas wallet waits for the hot wallet');
      return;
    }
    const nonce = await client.getNonce(hotAddress);
    await moves.start({
      kind: 'refill',
      productId: null,
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
