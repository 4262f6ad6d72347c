/**
 * Reads and changes saved destinations. Every row is proved by a MAC over whose it is, whom it pays, how it is called, and when
 * and by which code it was confirmed: a row that somebody else wrote or changed does not exist for the exchange.
 *
 * A row that its customer removed can be restored with its MAC. It pays whom that customer had confirmed.
 */
import type { AccountId, UserId } from '@salar/protocol';
import { withSeals } from '@salar/store';
import type { ColumnSeals, Queryable, SealedQueryable } from '@salar/store';
import {
  deleteDestination,
  findDestination,
  findDestinationByCode,
  findSameDestination,
  hasDestinationMacs,
  insertDestination,
  listConfirmedDestinations,
  listDestinations,
  listUnprovedDestinations,
  lockDestination,
  updateDestination,
} from '@salar/store/tables/tickets/destinations';
import type { DestinationRow } from '@salar/store/tables/tickets/destinations';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';

const table = 'destination';

export type DestinationState = Omit<DestinationRow, 'mac'>;

export class DestinationRecords implements ProvedTable {
  readonly name = table;
  readonly #macs: RowMacs;
  readonly #seals: ColumnSeals;

  constructor({ macs, seals }: { readonly macs: RowMacs; readonly seals: ColumnSeals }) {
    this.#macs = macs;
    this.#seals = seals;
  }

  /** Lists the destinations of an account, oldest first. */
  async list(on: Queryable, accountId: AccountId): Promise<readonly DestinationState[]> {
    return (await listDestinations(this.#open(on), accountId)).filter((row) => this.#isProved(row));
  }

  /** @param id  a GUID */
  async find(on: Queryable, accountId: AccountId, id: string): Promise<DestinationState | null> {
    return this.#check(await findDestination(this.#open(on), accountId, id));
  }

  async findByCode(on: Queryable, codeHash: Buffer): Promise<DestinationState | null> {
    return this.#check(await findDestinationByCode(this.#open(on), codeHash));
  }

  /**
   * Finds the destination of an account with the same receiver. One that was written by somebody else is deleted, so that
   * its customer can save the receiver.
   */
  async takeSame(tx: Queryable, row: DestinationState): Promise<DestinationState | null> {
    const same = await findSameDestination(this.#open(tx), row);
    if (same === null || this.#isProved(same)) return same;
    await deleteDestination(this.#open(tx), same.accountId, same.id);
    return null;
  }

  /** Deletes a destination and returns whose it was and its name; null when the account has none. @param id  a GUID */
  remove(
    tx: Queryable,
    accountId: AccountId,
    id: string,
  ): Promise<{ readonly userId: UserId; readonly name: string } | null> {
    return deleteDestination(this.#open(tx), accountId, id);
  }

  /** Adds a destination; returns false when the account has it already. */
  insert(tx: Queryable, row: DestinationState): Promise<boolean> {
    return insertDestination(this.#open(tx), this.#prove(row));
  }

  /** Writes a new name, code or confirmation; returns false when the destination was removed. */
  update(tx: Queryable, row: DestinationState): Promise<boolean> {
    return updateDestination(this.#open(tx), this.#prove(row));
  }

  /** Returns since when a customer has a receiver confirmed; null when none is. */
  async findConfirmedSince(
    on: Queryable,
    receiver: { readonly userId: UserId; readonly identifier: string },
  ): Promise<number | null> {
    const rows = (await listConfirmedDestinations(this.#open(on), receiver)).filter((row) =>
      this.#isProved(row),
    );
    const times = rows.flatMap(({ verifiedAt }) => verifiedAt ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Computes the MAC of a row under the current key. Returns false for a row that the exchange did not write. */
  async proveAgain(tx: Queryable, id: string): Promise<boolean> {
    const row = await lockDestination(this.#open(tx), id);
    return row !== null && this.#isProved(row) && this.update(tx, row);
  }

  hasMacs(on: Queryable): Promise<boolean> {
    return hasDestinationMacs(on);
  }

  async proveAll(tx: Queryable): Promise<number> {
    const rows = await listUnprovedDestinations(this.#open(tx));
    for (const row of rows) await this.update(tx, row);
    return rows.length;
  }

  #check(row: DestinationRow | null): DestinationState | null {
    return row !== null && this.#isProved(row) ? row : null;
  }

  #open(on: Queryable): SealedQueryable {
    return withSeals(on, this.#seals);
  }

  #isProved(row: DestinationRow): boolean {
    return this.#macs.isProved(toProvable(row), row.mac);
  }

  #prove(row: DestinationState) {
    return { ...row, mac: this.#macs.compute(toProvable(row)) };
  }
}

function toProvable(row: DestinationState) {
  const { id, userId, accountId, productId, templateType, name, identifier } = row;
  const { codeHash, codeExpiresAt, verifiedAt, createdAt } = row;
  const receiver = [productId, templateType, name, identifier];
  return {
    table,
    id,
    columns: [id, userId, accountId, ...receiver, codeHash, codeExpiresAt, verifiedAt, createdAt],
  };
}
