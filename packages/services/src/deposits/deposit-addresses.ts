/**
 * Addresses that customers deposit to: derived from an extended public key by an index that is used once.
 *
 * Rows are not trusted: before an address is shown it is derived again and its MAC verified, so that a changed row cannot
 * redirect customers' money (security rule C5).
 */
import { accept, assert, refuse } from '@salar/protocol';
import type { AccountId, Result } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  countUnusedAddresses,
  findAddresses,
  insertAddress,
  lockAddresses,
  findNewestAddress,
  takeAddressIndex,
} from '@salar/store/tables/chains/deposit-addresses';
import type { AddressRow } from '@salar/store/tables/chains/deposit-addresses';
import type { AddressScheme } from '../ports/chain-client.ts';
import { computeMac, describeWrongMac, isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';

/** The most unused addresses of an account (security rule C5). */
const unusedAddressesMax = 20;

type DepositAddressesOptions = { database: Database; macKey: MacKey; clock: () => number };

export class DepositAddresses {
  readonly #options: DepositAddressesOptions;

  constructor(options: DepositAddressesOptions) {
    this.#options = options;
  }

  /** Returns the account's newest address of a family; creates the first one if it does not exist. */
  async current(accountId: AccountId, scheme: AddressScheme): Promise<string> {
    const row = await findNewestAddress(this.#options.database, accountId, scheme.family);
    if (row !== null) return this.#verify(row, scheme);
    return this.#options.database.transaction(async (tx) => {
      await lockAddresses(tx, accountId);
      const made = await findNewestAddress(tx, accountId, scheme.family);
      return made === null ? this.#create(tx, accountId, scheme) : this.#verify(made, scheme);
    });
  }

  /** Creates an address, unless 20 of the account's addresses still wait for their first deposit. */
  async next(
    accountId: AccountId,
    scheme: AddressScheme,
  ): Promise<Result<string, 'too_many_unused_addresses'>> {
    return this.#options.database.transaction(async (tx) => {
      await lockAddresses(tx, accountId);
      const unused = await countUnusedAddresses(tx, accountId, scheme.family);
      if (unused >= unusedAddressesMax) return refuse('too_many_unused_addresses');
      return accept(await this.#create(tx, accountId, scheme));
    });
  }

  /** Finds the owners of those of the given addresses that are ours. */
  async findOwners(
    db: Queryable,
    scheme: AddressScheme,
    addresses: readonly string[],
  ): Promise<ReadonlyMap<string, AccountId>> {
    const rows = await findAddresses(db, scheme.family, addresses);
    return new Map(rows.map((row) => [this.#verify(row, scheme), row.accountId]));
  }

  async #create(tx: Queryable, accountId: AccountId, scheme: AddressScheme): Promise<string> {
    const index = await takeAddressIndex(tx, scheme.family);
    const address = scheme.derive(index);
    const fields = { family: scheme.family, index, accountId, address };
    await insertAddress(
      tx,
      { ...fields, mac: computeAddressMac(this.#options.macKey, fields) },
      this.#options.clock(),
    );
    return address;
  }

  #verify(row: AddressRow, scheme: AddressScheme): string {
    const { macKey } = this.#options;
    const name = `deposit address ${row.family}/${row.index}`;
    assert(isAddressProved(macKey, row), `${name} has a valid MAC: ${describeWrongMac(macKey, row.mac)}`);
    assert(scheme.derive(row.index) === row.address, `${name} matches the derived address`);
    return row.address;
  }
}

/** Returns true when the exchange wrote the row. */
export function isAddressProved(macKey: MacKey, row: AddressRow): boolean {
  return isMac(macKey, row.mac, (key) => computeAddressMac(key, row));
}

/** Computes the MAC over an address: it belongs to this account. */
export function computeAddressMac(macKey: MacKey, row: Omit<AddressRow, 'mac'>): Buffer {
  const { accountId, family, index, address } = row;
  return computeMac(macKey, JSON.stringify(['salar deposit address 1', accountId, family, index, address]));
}
