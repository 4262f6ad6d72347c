/** Plans transactions of a TRON network. */
import type { TronChain } from '../ports/chain-client.ts';
import type { TronPlan } from '../ports/chain-signer.ts';
import type { TronNetwork } from '../tickets/networks.ts';

/** How long a transfer may be mined: long enough for a busy network, short enough to retry within the hour. */
const lifetimeMs = 10 * 60_000;

export type TronPlansOptions = {
  readonly network: Pick<TronNetwork, 'feeLimit'>;
  readonly client: Pick<TronChain, 'reference'>;
  readonly clock: () => number;
};

export class TronPlans {
  readonly #options: TronPlansOptions;
  #lastTimestamp = 0;

  constructor(options: TronPlansOptions) {
    this.#options = options;
  }

  /** No two plans have the same time, so no two transactions have the same bytes. */
  async next(): Promise<TronPlan> {
    const { client, network, clock } = this.#options;
    const { refBlockBytes, refBlockHash } = await client.reference();
    this.#lastTimestamp = Math.max(clock(), this.#lastTimestamp + 1);
    return {
      family: 'tron',
      refBlockBytes,
      refBlockHash,
      timestamp: this.#lastTimestamp,
      expiration: this.#lastTimestamp + lifetimeMs,
      feeLimit: network.feeLimit,
    };
  }
}
