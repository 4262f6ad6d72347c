/**
 * Operators: names, roles, and secrets of 32 random bytes, which are shown once and stored as hashes.
 *
 * A few wrong secrets in a row lock a name for a while.
 */
import { timingSafeEqual } from 'node:crypto';
import { accept, assert, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import {
  clearOperatorFailures,
  countOperatorFailure,
  findOperator,
  insertOperator,
  listOperators,
  removeOperator,
  replaceOperatorSecret,
} from '@salar/store/tables/operators/operators';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
import { createSecret, hashSecret } from '../crypto/tokens.ts';
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
export type OperatorCredentials = { readonly name: string; readonly secret: string };

/** `operator_locked_now`: this was the last allowed attempt. */
export type SignInRefusal = 'operator_unknown' | 'operator_locked' | 'secret_wrong' | 'operator_locked_now';

type OperatorRegistryOptions = { readonly database: Database; readonly clock: () => number };

export class OperatorRegistry {
  readonly #options: OperatorRegistryOptions;

  constructor(options: OperatorRegistryOptions) {
    this.#options = options;
  }

  async signIn({ name, secret }: OperatorCredentials): Promise<Result<Operator, SignInRefusal>> {
    const row = await findOperator(this.#options.database, name);
    if (row === null || row.removedAt !== null) return refuse('operator_unknown');
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
    return rows.filter((row) => row.removedAt === null).map(toOperator);
  }

  all(): Promise<readonly OperatorRow[]> {
    return listOperators(this.#options.database);
  }

  async find(name: string): Promise<Operator | null> {
    const row = await findOperator(this.#options.database, name);
    return row === null || row.removedAt !== null ? null : toOperator(row);
  }

  /** Creates an operator. @returns the secret, for its owner only; null when the name was ever used */
  async add(operator: Operator, on: Queryable = this.#options.database): Promise<string | null> {
    const secret = createSecret();
    const isNew = await insertOperator(on, {
      ...operator,
      secretHash: hashSecret(secret),
      createdAt: this.#options.clock(),
    });
    return isNew ? secret : null;
  }

  remove(name: string): Promise<boolean> {
    return removeOperator(this.#options.database, name, this.#options.clock());
  }

  /** @returns the new secret; null when there is no such operator */
  async rotate(name: string): Promise<string | null> {
    const secret = createSecret();
    const isChanged = await replaceOperatorSecret(this.#options.database, name, hashSecret(secret));
    return isChanged ? secret : null;
  }
}

function toOperator({ name, role, userId }: OperatorRow): Operator {
  assert(isOperatorRole(role), `operator ${name} has a known role`);
  return { name, role, userId };
}
