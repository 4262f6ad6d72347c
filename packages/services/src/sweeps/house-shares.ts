/**
 * The house's own money in each product: what the books say, and what the house's wallets hold of it, over all networks that
 * have one. The rest of custody is the customers'.
 */
import { houseAccounts } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';
import type { LedgerPort } from '../ports/ledger-port.ts';

/** Money whose owner is not known yet stays with that of customers. */
const { custody: _custody, suspense: _suspense, ...owners } = houseAccounts;

export class HouseShares {
  readonly #ledger: Pick<LedgerPort, 'read'>;
  /** Balances of the house's wallets by network; null until they were read. */
  readonly #held = new Map<string, ReadonlyMap<ProductId, bigint> | null>();

  constructor(ledger: Pick<LedgerPort, 'read'>) {
    this.#ledger = ledger;
  }

  /** Announces a network with a house wallet. */
  expect(network: string): void {
    if (!this.#held.has(network)) this.#held.set(network, null);
  }

  /** Records what the house's wallets of a network hold. */
  note(network: string, balances: ReadonlyMap<ProductId, bigint>): void {
    this.#held.set(network, balances);
  }

  /** Adds up what the house's wallets hold; null while those of a network are not known. */
  sumHeld(productId: ProductId): bigint | null {
    let sum = 0n;
    for (const balances of this.#held.values()) {
      if (balances === null) return null;
      sum += balances.get(productId) ?? 0n;
    }
    return sum;
  }

  /**
   * Splits custody by the books: what the house owns is fees, its liquidity and its funding, less losses and costs; below zero it
   * owes. The rest is owed to customers.
   */
  readBooks(productId: ProductId): Promise<{ readonly owned: bigint; readonly owed: bigint }> {
    return this.#ledger.read((view) => {
      const totalOf = (account: AccountId): bigint => view.position(account, productId).total;
      const owned = Object.values(owners).reduce((sum, account) => sum + totalOf(account), 0n);
      return { owned, owed: 0n - totalOf(houseAccounts.custody) - owned };
    });
  }
}
