/**
 * Operators: names, roles, and the public keys of their owners.
 *
 * An operator of version 0.1 has a secret until there is a key. A few wrong ones in a row lock the name for a while.
 */
import { timingSafeEqual } from 'node:crypto';
import { accept, assert, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import {
  clearOperatorFailures,
  countOperatorFailure,
  findOperator,
  insertOperator,
  listOperators,
  removeOperator,
  removeOperatorFactor,
  replaceOperatorKey,
} from '@salar/store/tables/operators/operators';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
import { computeOperatorMac, isSameMac } from '../crypto/ticket-macs.ts';
import { hashSecret } from '../crypto/tokens.ts';
import type { Log } from '../ports/log.ts';
import { isOperatorRole } from './permissions.ts';
import type { OperatorRole } from './permissions.ts';

const failuresMax = 5;
export const operatorLockMs = 15 * 60_000;

export type Operator = {
  readonly name: string;
  readonly role: OperatorRole;
  /** The operator's own customer account. */
  readonly userId: UserId | null;
};
/** The secret of an operator of version 0.1. */
export type OperatorCredentials = { readonly name: string; readonly secret: string };

/** `operator_locked_now`: this was the last allowed attempt. */
type SignInRefusal =
  'operator_unknown' | 'operator_has_key' | 'operator_locked' | 'secret_wrong' | 'operator_locked_now';

type OperatorRegistryOptions = {
  readonly database: Database;
  readonly clock: () => number;
  readonly ticketMacKey: Uint8Array;
  readonly log: Log;
};

export class OperatorRegistry {
  readonly #options: OperatorRegistryOptions;

  constructor(options: OperatorRegistryOptions) {
    this.#options = options;
  }

  /** Compares a secret of version 0.1; an operator with a key has none. */
  async signIn({ name, secret }: OperatorCredentials): Promise<Result<Operator, SignInRefusal>> {
    const row = await findOperator(this.#options.database, name);
    if (row === null || row.removedAt !== null) return refuse('operator_unknown');
    if (row.secretHash === null) return refuse('operator_has_key');
    if (row.lockedUntil !== null && row.lockedUntil > this.#options.clock()) return refuse('operator_locked');
    if (!timingSafeEqual(hashSecret(secret), row.secretHash)) {
      const until = this.#options.clock() + operatorLockMs;
      const isLocked = await countOperatorFailure(this.#options.database, name, { failuresMax, until });
      return refuse(isLocked ? 'operator_locked_now' : 'secret_wrong');
    }
    await clearOperatorFailures(this.#options.database, name);
    return accept(toOperator(row));
  }

  /** Returns true when no operator was ever created. */
  async isEmpty(): Promise<boolean> {
    return (await listOperators(this.#options.database)).length === 0;
  }

  /** Lists the current operators. */
  async present(): Promise<readonly Operator[]> {
    const rows = await listOperators(this.#options.database);
    return rows.filter((row) => this.#isCurrent(row)).map(toOperator);
  }

  all(): Promise<readonly OperatorRow[]> {
    return listOperators(this.#options.database);
  }

  async find(name: string): Promise<Operator | null> {
    const row = await findOperator(this.#options.database, name);
    return row === null || !this.#isCurrent(row) ? null : toOperator(row);
  }

  /** Finds a current operator with the canonical text of the key. */
  async findWithKey(
    name: string,
  ): Promise<{ readonly operator: Operator; readonly publicKey: string | null } | null> {
    const row = await findOperator(this.#options.database, name);
    if (row === null || !this.#isCurrent(row)) return null;
    return { operator: toOperator(row), publicKey: row.publicKey };
  }

  /** Creates an operator; returns false when the name was ever used. */
  add(operator: Operator & { readonly publicKey: string }): Promise<boolean> {
    return insertOperator(this.#options.database, this.#prove(operator, this.#options.clock()));
  }

  /** Creates the first operators, all or none. @throws when there is one of these names */
  async addFirst(founders: readonly (Pick<Operator, 'name' | 'role'> & { readonly publicKey: string })[]) {
    const createdAt = this.#options.clock();
    await this.#options.database.transaction(async (tx) => {
      for (const founder of founders) {
        const isNew = await insertOperator(tx, this.#prove({ ...founder, userId: null }, createdAt));
        assert(isNew, `the name ${founder.name} was never used`);
      }
    });
  }

  remove(name: string): Promise<boolean> {
    return removeOperator(this.#options.database, name, this.#options.clock());
  }

  /** Removes an operator's authenticator; returns false when there is none. */
  removeFactor(name: string): Promise<boolean> {
    return removeOperatorFactor(this.#options.database, name);
  }

  /** Replaces an operator's key; returns false when there is no such operator. */
  async rotate(name: string, publicKey: string): Promise<boolean> {
    const row = await findOperator(this.#options.database, name);
    if (row === null || !this.#isCurrent(row)) return false;
    const { mac } = this.#prove({ ...row, publicKey }, row.createdAt);
    return replaceOperatorKey(this.#options.database, { name, publicKey, mac });
  }

  #prove<T extends Operator & { readonly publicKey: string }>(operator: T, createdAt: number) {
    const row = { ...operator, createdAt };
    return { ...row, mac: computeOperatorMac(this.#options.ticketMacKey, row) };
  }

  /** Returns false when role or key were written into the database by somebody else. One of version 0.1 without a key has no MAC yet. */
  #isCurrent(row: OperatorRow): boolean {
    const { name, publicKey, mac, removedAt } = row;
    if (removedAt !== null) return false;
    if (publicKey === null) return true;
    const expected = computeOperatorMac(this.#options.ticketMacKey, { ...row, publicKey });
    if (mac !== null && isSameMac(expected, mac)) return true;
    this.#options.log.error(
      { operator: name },
      'ALERT: an operator was changed in the database, and is refused',
    );
    return false;
  }
}

function toOperator({ name, role, userId }: OperatorRow): Operator {
  assert(isOperatorRole(role), `operator ${name} has a known role`);
  return { name, role, userId };
}
