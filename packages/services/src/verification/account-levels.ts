/** Raises and lowers levels in the ledger: the only way, and never two changes of one account at once. */
import { Mutex } from 'async-mutex';
import { assert } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { EnginePort } from '../ports/engine-port.ts';

type LevelPort = Pick<EnginePort, 'read' | 'undurable' | 'submit'>;

type AccountLevelsOptions = { readonly sequencer: LevelPort };

export class AccountLevels {
  readonly #options: AccountLevelsOptions;
  readonly #mutex = new Mutex();

  constructor(options: AccountLevelsOptions) {
    this.#options = options;
  }

  /** Raises an open account to a defined level; an account at or above the level is not changed. */
  raise(accountId: AccountId, level: number): Promise<void> {
    return this.#mutex.runExclusive(() => this.#set(accountId, level, (current) => current < level));
  }

  /** Lowers an account to a level; an account at or below the level is not changed. */
  lower(accountId: AccountId, level: number): Promise<void> {
    return this.#mutex.runExclusive(() => this.#set(accountId, level, (current) => current > level));
  }

  async #set(accountId: AccountId, level: number, isNeeded: (current: number) => boolean): Promise<void> {
    const { sequencer } = this.#options;
    if (!isNeeded(sequencer.undurable.account(accountId)?.level ?? 0)) {
      await sequencer.read((view) => view.lastSequence); // the change that did it may not be on disk yet
      return;
    }
    const outcome = await sequencer.submit({ type: 'SetAccountLevel', accountId, level });
    assert(outcome.ok, 'an open account accepts a defined level');
  }
}
