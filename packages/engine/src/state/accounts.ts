/**
 * The accounts by id.
 *
 * Inside the engine an account is a row: the number of its cells in every column. So an account needs no object, and a
 * command touches only the cells that it needs, however many accounts there are. Ids are mostly neighbours, so rows are
 * assigned by pages of neighbouring ids, and the map of pages stays small.
 */
import { assert, houseAccounts, owingAccounts } from '@salar/protocol';
import type { AccountId, AccountKind } from '@salar/protocol';
import { AccountDetails } from './account-details.ts';

/** Has no meaning beyond this engine: a snapshot has ids only. */
export type AccountRow = number;

const pageRows = 256;

// Flags of a row. A row of a page whose account has not been opened has none.
const isOpen = 1;
const isHouse = 2;
const mayTrade = 4;
const mayOwe = 8;
const isLocked = 16;

export class Accounts {
  /** The index of each page by its number, and the numbers by index. */
  readonly #pages = new Map<number, number>();
  readonly #numbers: number[] = [];
  #flags = new Uint8Array(pageRows);
  readonly #details: (AccountDetails | null)[] = [];

  get(accountId: AccountId): AccountRow | undefined {
    const number = Math.floor(accountId / pageRows);
    const page = this.#pages.get(number);
    if (page === undefined) return undefined;
    const account = page * pageRows + (accountId - number * pageRows);
    return this.#has(account, isOpen) ? account : undefined;
  }

  /** Opens an account with an id that is not in use. */
  open(accountId: AccountId, kind: AccountKind): AccountRow {
    assert(this.get(accountId) === undefined, 'an account is opened once');
    const number = Math.floor(accountId / pageRows);
    const page = this.#pages.get(number) ?? this.#openPage(number);
    const account = page * pageRows + (accountId - number * pageRows);
    let flags = isOpen;
    if (kind === 'house') flags |= isHouse;
    if (kind === 'customer' || accountId === houseAccounts.liquidity) flags |= mayTrade;
    if (owingAccounts.includes(accountId)) flags |= mayOwe;
    this.#flags[account] = flags;
    return account;
  }

  /** The row of every account, in no particular order. */
  *rows(): IterableIterator<AccountRow> {
    for (let account = 0; account < this.#details.length; account++) {
      if (this.#has(account, isOpen)) yield account;
    }
  }

  getId(account: AccountRow): AccountId {
    const page = Math.floor(account / pageRows);
    return ((this.#numbers[page] ?? 0) * pageRows + (account % pageRows)) as AccountId;
  }

  getKind(account: AccountRow): AccountKind {
    return this.#has(account, isHouse) ? 'house' : 'customer';
  }

  /** Customers and the house's liquidity account trade; the other house accounts are ledger accounts only. */
  canTrade(account: AccountRow): boolean {
    return this.#has(account, mayTrade);
  }

  /** The account is the counterpart of what the exchange owes, and may be below zero. */
  canOwe(account: AccountRow): boolean {
    return this.#has(account, mayOwe);
  }

  isLocked(account: AccountRow): boolean {
    return this.#has(account, isLocked);
  }

  setLocked(account: AccountRow, locked: boolean): void {
    const flags = (this.#flags[account] ?? 0) & ~isLocked;
    this.#flags[account] = locked ? flags | isLocked : flags;
  }

  /** Returns null for an account without any. */
  getDetails(account: AccountRow): AccountDetails | null {
    return this.#details[account] ?? null;
  }

  /** Returns the details of an account, to change them. */
  openDetails(account: AccountRow): AccountDetails {
    return (this.#details[account] ??= new AccountDetails());
  }

  #has(account: AccountRow, flag: number): boolean {
    return ((this.#flags[account] ?? 0) & flag) !== 0;
  }

  #openPage(number: number): number {
    const page = this.#numbers.length;
    this.#pages.set(number, page);
    this.#numbers.push(number);
    for (let i = 0; i < pageRows; i++) this.#details.push(null);
    if (this.#flags.length < this.#details.length) {
      const flags = new Uint8Array(this.#flags.length * 2);
      flags.set(this.#flags);
      this.#flags = flags;
    }
    return page;
  }
}
