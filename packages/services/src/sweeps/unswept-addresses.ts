/** Finds the deposit addresses that are due to be swept. */
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { listUnsweptAddresses } from '@salar/store/tables/chains/house-moves';
import type { UnsweptAddress } from '@salar/store/tables/chains/house-moves';
import { listCompromisedIndexes } from '../deposits/deposit-branches.ts';
import type { EvmNetwork, NetworkAsset, TronNetwork } from '../tickets/networks.ts';

/** The most addresses of one asset in one turn. */
const addressesPerTurn = 20;
/** Of exposed ones a thief may have emptied many, each of which is looked at again. */
const exposedPerTurn = 500;

/** Others may have the key of an exposed address, so it is swept whatever it holds. */
export type SweptAddress = UnsweptAddress & { readonly isExposed: boolean };

export type UnsweptAddressesOptions = {
  readonly database: Queryable;
  readonly network: EvmNetwork | TronNetwork;
  /** Exposed addresses of an asset in one turn. */
  readonly exposedMax?: number;
};

export class UnsweptAddresses {
  readonly #options: UnsweptAddressesOptions;
  /** The index of the last exposed address in the turn before: the next turn continues behind it. */
  readonly #last = new Map<ProductId, number>();

  constructor(options: UnsweptAddressesOptions) {
    this.#options = options;
  }

  /** Returns the next exposed addresses, each in its turn, then those with at least the asset's `sweepMin`. */
  async find({ productId, sweepMin }: NetworkAsset): Promise<readonly SweptAddress[]> {
    const { database, network } = this.#options;
    const { chainId, family } = network;
    const of = { chainId, family, productId };
    const except = listCompromisedIndexes(network);
    const exposed = await this.#findExposed(productId);
    const due =
      sweepMin === undefined
        ? []
        : await listUnsweptAddresses(database, { ...of, min: sweepMin, limit: addressesPerTurn, except });
    return [
      ...exposed.map((found) => ({ ...found, isExposed: true })),
      ...due.map((found) => ({ ...found, isExposed: false })),
    ];
  }

  async #findExposed(productId: ProductId): Promise<readonly UnsweptAddress[]> {
    const { database, network, exposedMax: limit = exposedPerTurn } = this.#options;
    const { chainId, family } = network;
    const exposed = listCompromisedIndexes(network);
    if (exposed.length === 0) return [];
    const after = this.#last.get(productId) ?? 0;
    const of = { chainId, family, productId, min: 1n, limit, exposed };
    const found = await listUnsweptAddresses(database, { ...of, after });
    this.#last.set(productId, found.length < limit ? 0 : (found.at(-1)?.index ?? 0));
    return found;
  }
}
