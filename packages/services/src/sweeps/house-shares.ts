/**
 * The house's own money in each product: what the books say, and what the house's wallets hold of it, over all networks that
 * have one. The rest of custody is the customers'.
 */
import { houseAccounts } from '@salar/protocol';
import type { AccountId, ProductId } from '@salar/protocol';
import type { LedgerPort } from '../ports/ledger-port.ts';

/** Money whose owner is not known yet stays with that of customers. */
const { custody: _custody, suspense: _suspense, ...owners } = houseAccounts;

/** Minor units of a product in the house's wallets of a network, and in the hot wallet beside them. */
export type HouseBalances = { readonly ofHouse: bigint; readonly hot: bigint };

export class HouseShares {
  readonly #ledger: Pick<LedgerPort, 'read'>;
  /** Balances by network; null until they were read. */
  readonly #balances = new Map<string, ReadonlyMap<ProductId, HouseBalances> | null>();

  constructor(ledger: Pick<LedgerPort, 'read'>) {
    this.#ledger = ledger;
  }

  /** Announces a network with a house wallet. */
  expect(network: string): void {
    if (!this.#balances.has(network)) this.#balances.set(network, null);
  }

  /** Returns true once the balances of a network were recorded. */
  isKnown(network: string): boolean {
    return this.#balances.get(network) != null;
  }

  /** Records the balances of a network. */
  note(network: string, balances: ReadonlyMap<ProductId, HouseBalances>): void {
    this.#balances.set(network, balances);
  }

  /** Counts a move to the house's wallets that has begun, below zero one from them, so that no other network makes it too. */
  noteMove(network: string, productId: ProductId, amount: bigint): void {
    const balances = new Map(this.#balances.get(network));
    const { ofHouse, hot } = balances.get(productId) ?? { ofHouse: 0n, hot: 0n };
    balances.set(productId, { ofHouse: ofHouse + amount, hot: hot - amount });
    this.#balances.set(network, balances);
  }

  /** Adds up what the house's wallets hold; null while those of a network are not known. */
  sumHeld(productId: ProductId): bigint | null {
    if ([...this.#balances.values()].includes(null)) return null;
    return this.#list(productId).reduce((sum, { ofHouse }) => sum + ofHouse, 0n);
  }

  /**
   * Computes what stays in each hot wallet when a surplus has gone to the house's wallets: the same on every network with this
   * product, because customers choose the network of a withdrawal.
   */
  computeKept(productId: ProductId, surplus: bigint): bigint {
    const balances = this.#list(productId);
    const kept = balances.reduce((sum, { hot }) => sum + hot, 0n) - surplus;
    return kept > 0n ? kept / BigInt(balances.length) : 0n;
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

  #list(productId: ProductId): readonly HouseBalances[] {
    return [...this.#balances.values()].flatMap((balances) => balances?.get(productId) ?? []);
  }
}
