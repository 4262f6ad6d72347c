/** Ends sweeps that brought nothing. */
import type { Database } from '@salar/store';
import { setMoveStatus, unmarkSwept } from '@salar/store/tables/chains/house-moves';
import type { HouseMoveRow } from '@salar/store/tables/chains/house-moves';
import { isCompromisedIndex } from '../deposits/deposit-branches.ts';
import type { EvmChain } from '../ports/chain-client.ts';
import type { Log } from '../ports/log.ts';
import type { NetworkSettings } from '../tickets/networks.ts';

type FailedMove = Pick<HouseMoveRow, 'moveId' | 'chainId' | 'kind' | 'productId' | 'addressIndex' | 'sender'>;
type Failing = { readonly database: Database; readonly clock: () => number };
type LostSweepsOptions = Failing & {
  readonly network: Pick<NetworkSettings, 'confirmations'>;
  readonly client: Pick<EvmChain, 'getNonce'>;
  readonly log: Log;
};

/** Ends a move that can never be mined. The deposits of a sweep are unswept again, and the next turn decides again. */
export async function failUnmined({ database, clock }: Failing, move: FailedMove): Promise<void> {
  const { moveId, chainId, kind, productId, sender } = move;
  await database.transaction(async (tx) => {
    await setMoveStatus(tx, moveId, 'Failed', clock());
    if (kind === 'sweep' && productId !== null)
      await unmarkSwept(tx, { moveId, chainId, productId, address: sender });
  });
}

/**
 * Ends a move that the network reverted. At an exposed address a thief was faster, and later deposits there are swept again. Any other
 * address is left alone: a token that refuses its transfer would cost gas with each block.
 */
export async function failReverted(
  failing: Failing & { readonly network: NetworkSettings },
  move: FailedMove,
): Promise<void> {
  const { addressIndex } = move;
  if (addressIndex !== null && isCompromisedIndex(failing.network, addressIndex))
    await failUnmined(failing, move);
  else await setMoveStatus(failing.database, move.moveId, 'Failed', failing.clock());
}

const lostAlert =
  'ALERT: a transaction of somebody else, who has the key of a deposit address, took the place of its sweep';

/** Sweeps whose nonce another transaction has used: its sender has the key of the deposit address. */
export class LostSweeps {
  readonly #options: LostSweepsOptions;
  /** The heights at which they were first seen to be lost, by move. */
  readonly #since = new Map<number, number>();

  constructor(options: LostSweepsOptions) {
    this.#options = options;
  }

  /**
   * Ends a sweep once the transaction that has used its nonce is final. The caller has found no form of the sweep in a block in this
   * turn, and looks again in each turn until then.
   *
   * @returns true for a sweep that has lost its nonce
   */
  async end(move: FailedMove & Pick<HouseMoveRow, 'nonce'>, height: number): Promise<boolean> {
    const { client, network, log } = this.#options;
    const { moveId, kind, sender, nonce } = move;
    if (kind !== 'sweep') return false;
    if ((await client.getNonce(sender)) <= nonce) {
      this.#since.delete(moveId);
      return false;
    }
    const since = this.#since.get(moveId) ?? height;
    this.#since.set(moveId, since);
    if (height - since < network.confirmations) return true;
    await failUnmined(this.#options, move);
    this.#since.delete(moveId);
    log.error({ moveId, sender, nonce }, lostAlert);
    return true;
  }

  /** A form of the sweep is in a block. */
  forget({ moveId }: Pick<HouseMoveRow, 'moveId'>): void {
    this.#since.delete(moveId);
  }
}
