/**
 * Addresses that customers deposit to: derived from an extended public key by an index that is used once. Once the key is replaced, new
 * addresses are of the new one, and former addresses stay their owner's.
 *
 * Rows are not trusted: before an address is shown it is derived again and its MAC verified, so that a changed row cannot
 * redirect customers' money (security rule C5). The newest index is remembered outside the database, so that an address whose row
 * was deleted is not given to another customer.
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
import type { DecisionRecord } from '../operator/decision-record.ts';
import type { AddressScheme } from '../ports/chain-client.ts';
import { computeMac, describeWrongMac, isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import type { Log } from '../ports/log.ts';

/** The most unused addresses of an account (security rule C5). */
const unusedAddressesMax = 20;

/** Remembers outside the database which indexes were used. */
export type AddressRecord = Pick<DecisionRecord, 'newestAddress' | 'recordAddress'>;

type DepositAddressesOptions = {
  readonly database: Database;
  readonly macKey: MacKey;
  readonly decisions: AddressRecord;
  readonly clock: () => number;
  readonly log: Log;
};

export class DepositAddresses {
  readonly #options: DepositAddressesOptions;

  constructor(options: DepositAddressesOptions) {
    this.#options = options;
  }

  /** Returns the account's newest address of a family; creates one if the newest branch has none. */
  async current(accountId: AccountId, scheme: AddressScheme): Promise<string> {
    const of = { accountId, family: scheme.family, firstIndex: scheme.firstIndex };
    const row = await findNewestAddress(this.#options.database, of);
    if (row !== null) return this.#remember(row, scheme);
    const made = await this.#options.database.transaction(async (tx) => {
      await lockAddresses(tx, accountId);
      return (await findNewestAddress(tx, of)) ?? this.#create(tx, accountId, scheme);
    });
    return this.#remember(made, scheme);
  }

  /** Creates an address, unless 20 of the account's addresses of the newest branch still wait for their first deposit. */
  async next(
    accountId: AccountId,
    scheme: AddressScheme,
  ): Promise<Result<string, 'too_many_unused_addresses'>> {
    const made = await this.#options.database.transaction(async (tx) => {
      await lockAddresses(tx, accountId);
      const { family, firstIndex } = scheme;
      const unused = await countUnusedAddresses(tx, { accountId, family, firstIndex });
      return unused >= unusedAddressesMax ? null : this.#create(tx, accountId, scheme);
    });
    return made === null ? refuse('too_many_unused_addresses') : accept(this.#remember(made, scheme));
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

  async #create(tx: Queryable, accountId: AccountId, scheme: AddressScheme): Promise<AddressRow> {
    const index = await this.#takeIndex(tx, scheme);
    const address = scheme.derive(index);
    const fields = { family: scheme.family, index, accountId, address };
    const row = { ...fields, mac: computeAddressMac(this.#options.macKey, fields) };
    await insertAddress(tx, row, this.#options.clock());
    return row;
  }

  async #takeIndex(tx: Queryable, { family, firstIndex }: AddressScheme): Promise<number> {
    const { decisions, log } = this.#options;
    const newest = decisions.newestAddress(family);
    const index = await takeAddressIndex(tx, family, firstIndex);
    if (index > newest) return index;
    log.error(
      { family, index, newest },
      'ALERT: used deposit addresses are free in the database, and are skipped',
    );
    return takeAddressIndex(tx, family, newest + 1);
  }

  /** Remembers an address before anybody sees it. */
  #remember(row: AddressRow, scheme: AddressScheme): string {
    const address = this.#verify(row, scheme);
    this.#options.decisions.recordAddress(row.family, row.index);
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
