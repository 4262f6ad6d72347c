/**
 * Reads and changes second factors. A row is proved by a MAC, which also covers how often the customer's factor was changed:
 * a row that was changed, restored or deleted in the database counts as a factor that is on and accepts no code.
 *
 * The used steps and the times of wrong codes are not covered.
 */
import { millis } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import {
  findSecondFactor,
  hasFactorMacs,
  listUnprovedFactors,
  lockSecondFactor,
  writeFactorSecret,
  writeSecondFactor,
} from '@salar/store/tables/sign-in/second-factors';
import type { SecondFactorRow } from '@salar/store/tables/sign-in/second-factors';
import type { User } from '@salar/store/tables/customers/users';
import type { UserRecords } from '../accounts/user-records.ts';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';

const table = 'second_factor';

export type FactorState = Omit<SecondFactorRow, 'mac'>;

/** A factor that is off and not being set up. */
export const factorOff: FactorState = {
  secret: null,
  madeAt: null,
  enabledAt: null,
  offRequestedBy: null,
  offRequestedAt: null,
  resetDueAt: null,
};
/** Stands for a row that the exchange did not write. */
const refusedFactor: FactorState = { ...factorOff, enabledAt: millis(0) };

type FactorRecordsOptions = { readonly records: UserRecords; readonly macs: RowMacs };

export class FactorRecords implements ProvedTable {
  readonly name = table;
  readonly #options: FactorRecordsOptions;

  constructor(options: FactorRecordsOptions) {
    this.#options = options;
  }

  /** Returns the factor of a customer, which may be off. */
  async find(on: Queryable, userId: UserId): Promise<FactorState> {
    const { records } = this.#options;
    let before = await records.find(on, userId);
    for (;;) {
      const row = await findSecondFactor(on, userId);
      const after = await records.find(on, userId);
      // A change between the two reads would look like a row that somebody else wrote.
      if (after?.factorVersion === before?.factorVersion) return this.#check(userId, row, after);
      before = after;
    }
  }

  /**
   * Changes a factor, with the customer's row locked.
   *
   * @param decide  returns the changed columns, or null to change nothing
   * @returns false when nothing was changed
   */
  async change(
    tx: Queryable,
    userId: UserId,
    decide: (state: FactorState) => Partial<FactorState> | null,
  ): Promise<boolean> {
    const user = await this.#options.records.lock(tx, userId);
    const state = this.#check(userId, await lockSecondFactor(tx, userId), user);
    if (state === refusedFactor) return false;
    const change = decide(state);
    if (change === null) return false;
    const version = await this.#options.records.raiseFactorVersion(tx, userId);
    const after = { ...state, ...change };
    await writeSecondFactor(tx, userId, { ...after, mac: this.#computeMac(userId, after, version) });
    return true;
  }

  /** Seals the secret and computes the MAC under the current keys. Returns false for a row that the exchange did not write. */
  async proveAgain(tx: Queryable, userId: UserId, reseal: (secret: Buffer) => Buffer): Promise<boolean> {
    const user = await this.#options.records.lock(tx, userId);
    const state = this.#check(userId, await lockSecondFactor(tx, userId), user);
    if (user === null || state === refusedFactor) return false;
    const after = { ...state, secret: state.secret && reseal(state.secret) };
    await writeFactorSecret(tx, userId, {
      secret: after.secret,
      mac: this.#computeMac(userId, after, user.factorVersion),
    });
    return true;
  }

  hasMacs(on: Queryable): Promise<boolean> {
    return hasFactorMacs(on);
  }

  async proveAll(tx: Queryable): Promise<number> {
    const rows = await listUnprovedFactors(tx);
    for (const { userId, ...state } of rows) {
      const version = await this.#options.records.raiseFactorVersion(tx, userId);
      await writeSecondFactor(tx, userId, { ...state, mac: this.#computeMac(userId, state, version) });
    }
    return rows.length;
  }

  #check(userId: UserId, row: SecondFactorRow | null, user: User | null): FactorState {
    if (user === null) return refusedFactor;
    if (row === null && user.factorVersion === 0) return factorOff;
    const proved = toProvable(userId, row ?? factorOff, user.factorVersion);
    return this.#options.macs.isProved(proved, row?.mac ?? null) && row !== null ? row : refusedFactor;
  }

  #computeMac(userId: UserId, state: FactorState, version: number): Buffer {
    return this.#options.macs.compute(toProvable(userId, state, version));
  }
}

function toProvable(userId: UserId, state: FactorState, version: number) {
  const { secret, madeAt, enabledAt, offRequestedBy, offRequestedAt, resetDueAt } = state;
  const off = [offRequestedBy, offRequestedAt, resetDueAt];
  return { table, id: userId, columns: [userId, version, secret, madeAt, enabledAt, ...off] };
}
