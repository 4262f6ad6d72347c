/** Follows in the tickets which addresses of a network were used, and which have moved since they were read. */
import type { Queryable } from '@salar/store';
import { listDepositMovements, listMovingAddresses } from '@salar/store/tables/chains/address-movements';
import type { ChainFamily } from '../ports/chain-client.ts';
import type { AddressBalances } from './address-balances.ts';

const rowsAtOnce = 5_000;

export type AddressMovementsOptions = {
  readonly chainId: number;
  readonly family: ChainFamily;
  readonly houseAddresses: readonly string[];
  readonly clock: () => number;
  /** Chooses which of the used addresses count; all by default. */
  readonly filter?: (view: Queryable, addresses: readonly string[]) => Promise<readonly string[]>;
};

export class AddressMovements {
  readonly #options: AddressMovementsOptions;
  #lastTicket = 0;
  #height = -1;
  /** Moves that ended before it were over when the balances were read. */
  #movesSince = 0;
  #notedAt = 0;
  #busy: readonly string[] = [];

  constructor(options: AddressMovementsOptions) {
    this.#options = options;
  }

  /** The house's own addresses, and those of moves that are open or ended since the last reading: they may move at any time. */
  get busy(): readonly string[] {
    return this.#busy;
  }

  /** Adds new addresses to the balances, and has those that moved read again. */
  async note(view: Queryable, balances: AddressBalances, height: number): Promise<void> {
    const { chainId, family, houseAddresses, clock } = this.#options;
    const since = { chainId, lastTicket: this.#lastTicket, height: this.#height };
    let after = 0;
    for (let isMore = true; isMore;) {
      const rows = await listDepositMovements(view, since, { after, limit: rowsAtOnce });
      const used = rows.filter((row) => !row.isDust).map(({ address }) => address);
      await this.#add(view, balances, used);
      for (const { address } of rows) balances.forget(address);
      after = rows.at(-1)?.ticketId ?? after;
      isMore = rows.length === rowsAtOnce;
    }
    const notedAt = clock();
    const moving = await listMovingAddresses(view, { chainId, family, since: this.#movesSince });
    this.#busy = [...new Set([...houseAddresses, ...moving.filter((address) => balances.has(address))])];
    this.#lastTicket = Math.max(this.#lastTicket, after);
    this.#height = height;
    this.#notedAt = notedAt;
  }

  /** The busy addresses were read. */
  done(): void {
    this.#movesSince = this.#notedAt;
  }

  /** Blocks above this height left the chain. */
  goBack(height: number): void {
    this.#height = Math.min(this.#height, height);
  }

  async #add(view: Queryable, balances: AddressBalances, used: readonly string[]): Promise<void> {
    const { filter } = this.#options;
    const unknown = [...new Set(used)].filter((address) => !balances.has(address));
    const counting = filter === undefined ? unknown : await filter(view, unknown);
    for (const address of counting) balances.add(address);
  }
}
