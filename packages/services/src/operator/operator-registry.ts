/**
 * Operators: names, roles, and the public keys of their owners.
 *
 * Each row has a MAC over all that decides about access and over its version, which a record outside the database
 * remembers: a row that somebody else wrote, or put back, is refused. An operator of version 0.1 has a secret until there is
 * a key. A few wrong ones in a row lock the name for a while.
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
  replaceOperator,
  useOperatorCode,
} from '@salar/store/tables/operators/operators';
import type { OperatorRow } from '@salar/store/tables/operators/operators';
import { isMac } from '../crypto/mac-keys.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import { computeFormerOperatorMac, computeOperatorMac } from '../crypto/ticket-macs.ts';
import { hashSecret } from '../crypto/tokens.ts';
import type { Log } from '../ports/log.ts';
import type { DecisionRecord } from './decision-record.ts';
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

export type OperatorRegistryOptions = {
  readonly database: Database;
  readonly decisions: DecisionRecord;
  readonly clock: () => number;
  readonly ticketMacKey: MacKey;
  readonly log: Log;
};

export class OperatorRegistry {
  readonly #options: OperatorRegistryOptions;

  constructor(options: OperatorRegistryOptions) {
    this.#options = options;
  }

  /** Compares a secret of version 0.1; an operator with a key has none. */
  async signIn({ name, secret }: OperatorCredentials): Promise<Result<Operator, SignInRefusal>> {
    const row = await this.findRow(name);
    if (row === null) return refuse('operator_unknown');
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
    return !this.#options.decisions.hasOperators && (await this.all()).length === 0;
  }

  /** Lists the current operators. */
  async present(): Promise<readonly Operator[]> {
    const rows = await this.all();
    return rows.filter((row) => this.#isCurrent(row)).map(toOperator);
  }

  async all(): Promise<readonly OperatorRow[]> {
    await this.#giveVersions();
    return listOperators(this.#options.database);
  }

  async find(name: string): Promise<Operator | null> {
    const row = await this.findRow(name);
    return row === null ? null : toOperator(row);
  }

  /** Finds the row of a current operator. */
  async findRow(name: string): Promise<OperatorRow | null> {
    await this.#giveVersions();
    const row = await findOperator(this.#options.database, name);
    return row !== null && this.#isCurrent(row) ? row : null;
  }

  /** Creates an operator; returns false when the name was ever used. */
  async add(operator: Operator & { readonly publicKey: string }): Promise<boolean> {
    const { database, decisions, clock } = this.#options;
    if (decisions.operatorVersion(operator.name) > 0) return false;
    const row = this.#prove({ ...withoutSecrets, ...operator, version: 1, createdAt: clock() });
    if (!(await insertOperator(database, row))) return false;
    decisions.recordOperators({ [row.name]: row.version });
    return true;
  }

  /** Creates the first operators, all or none. @throws when there is one of these names */
  async addFirst(founders: readonly (Pick<Operator, 'name' | 'role'> & { readonly publicKey: string })[]) {
    const { database, decisions, clock } = this.#options;
    const createdAt = clock();
    await database.transaction(async (tx) => {
      for (const founder of founders) {
        const row = this.#prove({ ...withoutSecrets, ...founder, userId: null, version: 1, createdAt });
        assert(await insertOperator(tx, row), `the name ${founder.name} was never used`);
      }
    });
    decisions.recordOperators(Object.fromEntries(founders.map(({ name }) => [name, 1])));
  }

  /** Ends an operator's access; returns false when there is no such operator. */
  remove(name: string): Promise<boolean> {
    return this.#change(name, () => ({ removedAt: this.#options.clock() }));
  }

  /** Replaces an operator's key, which ends a secret and a lock; returns false when there is no such operator. */
  rotate(name: string, publicKey: string): Promise<boolean> {
    const changes = { publicKey, secretHash: null, failedAttempts: 0, lockedUntil: null };
    return this.#change(name, () => changes);
  }

  /** Sets the sealed secret of an authenticator; returns false when there is a confirmed one. */
  enrolFactor(name: string, totpSecret: Buffer): Promise<boolean> {
    return this.#change(name, (row) => (row.totpStep === null ? { totpSecret } : null));
  }

  /** Removes an operator's authenticator; returns false when there is none. */
  removeFactor(name: string): Promise<boolean> {
    return this.#change(name, (row) =>
      row.totpSecret === null ? null : { totpSecret: null, totpStep: null },
    );
  }

  /** Records the time step of a code, the first of which confirms the authenticator; false when it was used before. */
  async useCode({ name, totpStep }: OperatorRow, step: number): Promise<boolean> {
    if (totpStep !== null) return useOperatorCode(this.#options.database, name, step);
    return this.#change(name, (row) => (row.totpStep === null ? { totpStep: step } : null));
  }

  /** Writes the next version of a current operator's row; returns false when there is none or nothing to change. */
  async #change(name: string, change: (row: OperatorRow) => Partial<OperatorRow> | null): Promise<boolean> {
    const { database, decisions } = this.#options;
    const former = await this.findRow(name);
    const changes = former === null ? null : change(former);
    if (former === null || changes === null) return false;
    const row = this.#prove({ ...former, ...changes, version: former.version + 1 });
    if (!(await replaceOperator(database, { row, formerVersion: former.version }))) return false;
    decisions.recordOperators({ [name]: row.version });
    return true;
  }

  #prove<T extends Parameters<typeof computeOperatorMac>[1]>(row: T): T & { readonly mac: Buffer } {
    return { ...row, mac: computeOperatorMac(this.#options.ticketMacKey, row) };
  }

  /** Returns true for the newest row of a present operator. One that somebody else wrote, or put back, is reported. */
  #isCurrent(row: OperatorRow): boolean {
    const { decisions, log } = this.#options;
    const { name, version, removedAt } = row;
    if (this.#isProved(row) && version >= decisions.operatorVersion(name)) {
      decisions.recordOperators({ [name]: version }); // after a crash between the row and the record
      return removedAt === null;
    }
    log.error({ operator: name, version }, 'ALERT: an operator was changed in the database, and is refused');
    return false;
  }

  #isProved(row: OperatorRow): boolean {
    const { mac } = row;
    return mac !== null && isMac(this.#options.ticketMacKey, mac, (key) => computeOperatorMac(key, row));
  }

  /**
   * Gives the rows of a former release versions, once; operators of version 0.1 have theirs from `former-operators.ts`. A key
   * that the former MAC does not prove gets none, so its operator is refused; where another machine has given versions before,
   * every row without one was written by somebody else.
   */
  async #giveVersions(): Promise<void> {
    const { database, decisions, ticketMacKey } = this.#options;
    if (decisions.hasVersions) return;
    const rows = await listOperators(database);
    const versions: Record<string, number> = {};
    const proved = rows.filter((row) => this.#isProved(row));
    for (const { name, version } of proved) versions[name] = version;
    if (proved.every(({ publicKey }) => publicKey === null))
      for (const row of rows) {
        if (!isFormerRow(ticketMacKey, row)) continue;
        const first = this.#prove({ ...row, version: 1 });
        if (await replaceOperator(database, { row: first, formerVersion: row.version }))
          versions[row.name] = 1;
      }
    decisions.recordOperators(versions);
  }
}

/** Contains what a new operator does not have. */
const withoutSecrets = { secretHash: null, totpSecret: null, totpStep: null, removedAt: null } as const;

/** Returns true for a row with a key that a release without versions wrote. */
function isFormerRow(ticketMacKey: MacKey, row: OperatorRow): boolean {
  const { publicKey, mac } = row;
  if (publicKey === null || mac === null) return false;
  return isMac(ticketMacKey, mac, (key) => computeFormerOperatorMac(key, { ...row, publicKey }));
}

/** Returns what acts need of an operator's row. */
export function toOperator({ name, role, userId }: OperatorRow): Operator {
  assert(isOperatorRole(role), `operator ${name} has a known role`);
  return { name, role, userId };
}
