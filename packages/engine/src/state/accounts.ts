/**
 * The accounts by id.
 *
 * Ids are mostly neighbours, so accounts are stored in pages of neighbouring ids: the map of pages stays small however
 * many accounts there are, and an account is found with one access to memory that is not in a cache.
 */
import { assert } from '@salar/protocol';
import type { AccountId, AccountKind } from '@salar/protocol';
import { AccountEntry } from './account-entry.ts';

const pageAccounts = 256;
const emptyPage: readonly null[] = Array.from({ length: pageAccounts }, () => null);

export class Accounts {
  readonly #pages = new Map<number, (AccountEntry | null)[]>();
  #size = 0;

  get(accountId: AccountId): AccountEntry | undefined {
    const number = Math.floor(accountId / pageAccounts);
    return this.#pages.get(number)?.[accountId - number * pageAccounts] ?? undefined;
  }

  /** Opens an account with an id that is not in use. */
  open(accountId: AccountId, kind: AccountKind): AccountEntry {
    assert(this.get(accountId) === undefined, 'an account is opened once');
    const number = Math.floor(accountId / pageAccounts);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = emptyPage.slice();
      this.#pages.set(number, page);
    }
    const account = new AccountEntry(accountId, kind, this.#size++);
    page[accountId - number * pageAccounts] = account;
    return account;
  }

  /** In no particular order. */
  *values(): IterableIterator<AccountEntry> {
    for (const page of this.#pages.values()) {
      for (const account of page) {
        if (account !== null) yield account;
      }
    }
  }
}
