/** The wallet that gives deposit addresses of a TRON network the coins for their fees; the hot wallet refills it. */
import { tronCoinFeeMax } from '../ports/chain-signer.ts';
import type { TronChain } from '../ports/chain-client.ts';
import type { SignerWallet } from '../ports/chain-signer.ts';
import type { Log } from '../ports/log.ts';
import type { SweepSettings, TronNetwork } from '../tickets/networks.ts';
import type { TronMoves } from './tron-moves.ts';

export type TronGasWalletOptions = {
  readonly network: TronNetwork;
  readonly client: TronChain;
  readonly moves: TronMoves;
  readonly wallet: SignerWallet & { readonly gasAddress: string };
  readonly log: Log;
};

export class TronGasWallet {
  readonly #options: TronGasWalletOptions;

  constructor(options: TronGasWalletOptions) {
    this.#options = options;
  }

  /** Sends a quarter more than is missing, as prices may rise before it arrives. One block later the address can pay. */
  async give(height: number, addressIndex: number, missing: bigint): Promise<void> {
    const { network, client, moves, wallet, log } = this.#options;
    const { chainId, sweeps } = network;
    if (sweeps === null) return;
    const { gasAddress } = wallet;
    const waiting = await moves.listWaiting();
    const given = waiting.filter(({ kind }) => kind === 'gas');
    if (given.some((row) => row.addressIndex === addressIndex)) return;
    const spent = given.reduce((sum, { amount }) => sum + amount + tronCoinFeeMax, 0n);
    const held = (await client.coinBalance(gasAddress)) - spent;
    if (held < sweeps.gasWalletMin && !waiting.some(({ kind }) => kind === 'refill'))
      await this.#refill(height, sweeps, held);
    const wanted = missing + missing / 4n;
    const amount = wanted > sweeps.perMove ? sweeps.perMove : wanted;
    if (held < amount + tronCoinFeeMax) {
      log.info({ chainId }, 'a move waits for the gas wallet');
      return;
    }
    await moves.start({ kind: 'gas', productId: null, addressIndex, sender: gasAddress, amount, height });
  }

  async #refill(height: number, { gasWalletMax }: SweepSettings, held: bigint): Promise<void> {
    const { network, client, moves, wallet, log } = this.#options;
    const { hotAddress } = wallet;
    const amount = gasWalletMax - (held > 0n ? held : 0n);
    if ((await client.coinBalance(hotAddress)) < amount + tronCoinFeeMax) {
      log.warn({ chainId: network.chainId }, 'the gas wallet waits for the hot wallet');
      return;
    }
    await moves.start({
      kind: 'refill',
      productId: null,
      addressIndex: null,
      sender: hotAddress,
      amount,
      height,
    });
  }
}
