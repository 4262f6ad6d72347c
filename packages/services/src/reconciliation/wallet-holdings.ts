/** Reads what the wallets of a network hold, from its node. */
import type { ProductId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { listUnspentOutputs } from '@salar/store/tables/chains/bitcoin-outputs';
import type { OutputRow } from '@salar/store/tables/chains/bitcoin-outputs';
import type { ChainPoint } from '@salar/store/tables/chains/chain-cursors';
import { readBlockHash } from '@salar/store/tables/chains/chain-cursors';
import type { BitcoinChain, EvmChain, TronChain } from '../ports/chain-client.ts';
import { AddressBalances } from './address-balances.ts';
import { AddressMovements } from './address-movements.ts';
import { createBalanceReader } from './balance-reader.ts';

/** Requests to a node at the same time. */
const requestsAtOnce = 25;
/** Blocks of earlier comparisons that are compared with the chain again; after a deeper reorganisation all is read again. */
const pointsRemembered = 64;

export interface Holdings {
  /** Takes from the database what has to be read, in the same view as the tickets. @param at  the block of the view */
  note(view: Queryable, at: ChainPoint): Promise<void>;
  /**
   * Reads what the wallets hold at the block that was noted, in minor units by product.
   *
   * @returns null when the node has left that block meanwhile
   */
  read(at: ChainPoint): Promise<ReadonlyMap<ProductId, bigint> | null>;
  /** Forgets all earlier readings. */
  reset(): void;
}

/** Adds up our unspent outputs, each confirmed by the node. Those of a wallet whose key is lost are nobody's: they count as missing. */
export class OutputHoldings implements Holdings {
  readonly #client: BitcoinChain;
  readonly #coin: ProductId | null;
  readonly #walletAddresses: readonly string[];
  #outputs: readonly OutputRow[] = [];

  /** @param walletAddresses  the house's wallets whose keys the signer has */
  constructor(client: BitcoinChain, coin: ProductId | null, walletAddresses: readonly string[]) {
    this.#client = client;
    this.#coin = coin;
    this.#walletAddresses = walletAddresses;
  }

  async note(view: Queryable, { height }: ChainPoint): Promise<void> {
    const { chainId } = this.#client;
    const walletAddresses = this.#walletAddresses;
    this.#outputs = await listUnspentOutputs(view, { chainId, height, walletAddresses });
  }

  /** The node reports only whether an output is unspent now: its newest block must be the one of the tickets, before and after. */
  async read({ height }: ChainPoint): Promise<ReadonlyMap<ProductId, bigint> | null> {
    const client = this.#client;
    if ((await client.height()) !== height) return null;
    let sum = 0n;
    for (let start = 0; start < this.#outputs.length; start += requestsAtOnce) {
      const some = this.#outputs.slice(start, start + requestsAtOnce);
      const unspent = await Promise.all(some.map((output) => client.isUnspent(output)));
      some.forEach(({ amount }, place) => (sum += unspent[place] === true ? amount : 0n));
    }
    if ((await client.height()) !== height) return null;
    return new Map(this.#coin === null ? [] : [[this.#coin, sum]]);
  }

  reset(): void {
    this.#outputs = [];
  }
}

export type AddressHoldingsOptions = {
  readonly client: EvmChain | TronChain;
  readonly products: readonly ProductId[];
  readonly houseAddresses: readonly string[];
  readonly clock: () => number;
};

/** Adds up the house's wallets and every deposit address that was used, by their last readings. */
export class AddressHoldings implements Holdings {
  readonly #options: AddressHoldingsOptions;
  #balances: AddressBalances;
  #movements: AddressMovements;
  #points: ChainPoint[] = [];

  constructor(options: AddressHoldingsOptions) {
    this.#options = options;
    [this.#balances, this.#movements] = this.#start();
  }

  async note(view: Queryable, at: ChainPoint): Promise<void> {
    await this.#leaveLostBlocks(view);
    await this.#movements.note(view, this.#balances, at.height);
    this.#points = [at, ...this.#points].slice(0, pointsRemembered);
  }

  async read({ height }: ChainPoint): Promise<ReadonlyMap<ProductId, bigint> | null> {
    const { products } = this.#options;
    if (!(await this.#balances.refresh(height, this.#movements.busy))) return null;
    this.#movements.done();
    return new Map(products.map((productId) => [productId, this.#balances.sum(productId)]));
  }

  reset(): void {
    [this.#balances, this.#movements] = this.#start();
    this.#points = [];
  }

  #start(): [AddressBalances, AddressMovements] {
    const { client, products, houseAddresses, clock } = this.#options;
    const balances = new AddressBalances({ reader: createBalanceReader(client), products, clock });
    for (const address of houseAddresses) balances.add(address);
    const { chainId, family } = client;
    return [balances, new AddressMovements({ chainId, family, houseAddresses, clock })];
  }

  /** Forgets what was read in blocks that a reorganisation has removed since. */
  async #leaveLostBlocks(view: Queryable): Promise<void> {
    const { chainId } = this.#options.client;
    const [newest] = this.#points;
    for (const [place, point] of this.#points.entries()) {
      if ((await readBlockHash(view, chainId, point.height)) !== point.hash) continue;
      this.#points = this.#points.slice(place);
      if (point !== newest) {
        this.#balances.forgetAbove(point.height);
        this.#movements.goBack(point.height);
      }
      return;
    }
    if (newest !== undefined) this.reset();
  }
}
