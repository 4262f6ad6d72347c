/** The open orders of each account, in order of arrival. */
import type { AccountRow } from '../state/accounts.ts';
import { OrderLinks } from './order-links.ts';
import type { Order } from './order.ts';

// Cells of an account: the ends of its list, and the number of its orders. The fourth keeps accounts in one cache line.
const cellsBits = 2;
const newest = 1;
const count = 2;

export class AccountOrders extends OrderLinks<AccountRow> {
  #cells = new Int32Array(64);

  /** Returns the number of open orders of an account. */
  count(account: AccountRow): number {
    return this.#cells[(account << cellsBits) + count] ?? 0;
  }

  override append(account: AccountRow, order: Order): void {
    while (this.#cells.length <= account << cellsBits) this.#grow();
    super.append(account, order);
    this.#addToCount(account, 1);
  }

  override remove(account: AccountRow, order: Order): void {
    super.remove(account, order);
    this.#addToCount(account, -1);
  }

  protected getOldest(account: AccountRow): number {
    return this.#cells[account << cellsBits] ?? 0;
  }

  protected getNewest(account: AccountRow): number {
    return this.#cells[(account << cellsBits) + newest] ?? 0;
  }

  protected setOldest(account: AccountRow, slot: number): void {
    this.#cells[account << cellsBits] = slot;
  }

  protected setNewest(account: AccountRow, slot: number): void {
    this.#cells[(account << cellsBits) + newest] = slot;
  }

  #addToCount(account: AccountRow, change: 1 | -1): void {
    this.#cells[(account << cellsBits) + count] = this.count(account) + change;
  }

  #grow(): void {
    const smaller = this.#cells;
    this.#cells = new Int32Array(smaller.length * 2);
    this.#cells.set(smaller);
  }
}
