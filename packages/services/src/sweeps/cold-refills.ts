/**
 * Sends refills that the owners of cold storage have signed. Cold storage is a contract, which anybody may have make a signed
 * payment: the gas wallet does, as a move of its own.
 */
import type { Database } from '@salar/store';
import { findOpenColdRefill, moveColdRefill } from '@salar/store/tables/chains/cold-refills';
import type { ColdRefillRow, ColdRefillStatus } from '@salar/store/tables/chains/cold-refills';
import { findMoveStatus } from '@salar/store/tables/chains/house-moves';
import { moveGas } from '../ports/chain-signer.ts';
import type { ColdStorage } from '../ports/cold-storage.ts';
import type { Log } from '../ports/log.ts';
import type { EvmNetwork } from '../tickets/networks.ts';
import type { GasWallet, Turn } from './gas-wallet.ts';
import type { WalletMoves } from './wallet-moves.ts';

export type ColdRefillsOptions = {
  readonly database: Database;
  readonly network: EvmNetwork;
  readonly coldStorage: ColdStorage;
  readonly gasAddress: string;
  readonly gasWallet: GasWallet;
  readonly moves: WalletMoves;
  readonly clock: () => number;
  readonly log: Log;
};

export class ColdRefills {
  readonly #options: ColdRefillsOptions;

  constructor(options: ColdRefillsOptions) {
    this.#options = options;
  }

  /** Continues the open refill: sends it when it is signed, and ends it with its move. */
  async work(turn: Turn): Promise<void> {
    const { database, network } = this.#options;
    const refill = await findOpenColdRefill(database, network.chainId);
    if (refill?.status === 'Signed' && refill.authorisation !== null)
      await this.#send(refill, refill.authorisation, turn);
    if (refill?.status === 'Sent' && refill.moveId !== null) await this.#end(refill, refill.moveId);
  }

  async #send(refill: ColdRefillRow, signatures: string, turn: Turn): Promise<void> {
    const { coldStorage, gasAddress, gasWallet, moves, log, clock } = this.#options;
    const { refillId, productId, amount } = refill;
    if (!(await coldStorage.isOpen(refill.prepared))) {
      log.error({ refillId }, 'ALERT: cold storage made another payment, or somebody else sent this refill');
      await this.#setStatus(refill, 'Failed');
      return;
    }
    const { height, fees } = turn;
    const nonce = await gasWallet.findNonce(turn, moveGas.relay * fees.feeMax);
    if (nonce === null) return;
    await moves.start({
      kind: 'relay',
      productId,
      addressIndex: null,
      sender: gasAddress,
      amount,
      fees,
      height,
      signatures,
      nonce: async () => nonce,
      alongside: async (tx, moveId) => {
        await moveColdRefill(tx, { refillId, from: 'Signed', to: 'Sent', moveId }, clock());
      },
    });
  }

  async #end(refill: ColdRefillRow, moveId: number): Promise<void> {
    const status = await findMoveStatus(this.#options.database, moveId);
    if (status === 'Final' || status === 'Failed') await this.#setStatus(refill, status);
  }

  async #setStatus({ refillId, status: from }: ColdRefillRow, to: ColdRefillStatus): Promise<void> {
    const { database, clock } = this.#options;
    await moveColdRefill(database, { refillId, from, to }, clock());
  }
}
