/**
 * Raises and lowers levels in the ledger: the only way, and one change at a time. A level above the one of the identity is given only
 * over it, as of the moment of the change, for operators as for the provider.
 */
import { Mutex } from 'async-mutex';
import { assert } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { EnginePort } from '../ports/engine-port.ts';
import { identityLevel } from './levels.ts';

type LevelPort = Pick<EnginePort, 'read' | 'undurable' | 'submit'>;

type AccountLevelsOptions = { readonly sequencer: LevelPort };

/** The log's line about an approved level that is not given. */
export const noIdentityAlert = 'ALERT: a level was approved without an identity';

export class AccountLevels {
  readonly #options: AccountLevelsOptions;
  readonly #mutex = new Mutex();

  constructor(options: AccountLevelsOptions) {
    this.#options = options;
  }

  /**
   * Raises an open account to a defined level; an account at or above the level is not changed.
   *
   * @returns false when the level needs an identity, which the account does not have or has lost a moment ago: nothing was done
   */
  raise(accountId: AccountId, level: number): Promise<boolean> {
    return this.#mutex.runExclusive(async () => {
      const isAllowed = level <= identityLevel || this.#findLevel(accountId) >= identityLevel;
      await this.#set(accountId, level, (current) => isAllowed && current < level);
      return isAllowed;
    });
  }

  /** Lowers an account to a level; an account at or below the level is not changed. */
  lower(accountId: AccountId, level: number): Promise<void> {
    return this.#mutex.runExclusive(() => this.#set(accountId, level, (current) => current > level));
  }

  async #set(accountId: AccountId, level: number, isNeeded: (current: number) => boolean): Promise<void> {
    const { sequencer } = this.#options;
    if (!isNeeded(this.#findLevel(accountId))) {
      await sequencer.read((view) => view.lastSequence); // the change that did it may not be on disk yet
      return;
    }
    const outcome = await sequencer.submit({ type: 'SetAccountLevel', accountId, level });
    assert(outcome.ok, 'an open account accepts a defined level');
  }

  /** Finds the level as of the last command, which may not be on disk yet. */
  #findLevel(accountId: AccountId): number {
    return this.#options.sequencer.undurable.account(accountId)?.level ?? 0;
  }
}
