/** Raises levels: the only way, never down, and never two raises of one account at once. */
import { Mutex } from 'async-mutex';
import { assert } from '@salar/protocol';
import type { AccountId } from '@salar/protocol';
import type { EnginePort } from '../ports/engine-port.ts';

type LevelPort = Pick<EnginePort, 'read' | 'undurable' | 'submit'>;

type LevelRaiserOptions = { readonly sequencer: LevelPort };

export class LevelRaiser {
  readonly #options: LevelRaiserOptions;
  readonly #mutex = new Mutex();

  constructor(options: LevelRaiserOptions) {
    this.#options = options;
  }

  /** Raises an open account to a defined level; an account at or above the level is not changed. */
  raise(accountId: AccountId, level: number): Promise<void> {
    return this.#mutex.runExclusive(() => this.#raise(accountId, level));
  }

  async #raise(accountId: AccountId, level: number): Promise<void> {
    if ((this.#options.sequencer.undurable.account(accountId)?.level ?? 0) >= level) {
      await this.#options.sequencer.read((view) => view.lastSequence); // the raise that did it may not be on disk yet
      return;
    }
    const outcome = await this.#options.sequencer.submit({ type: 'SetAccountLevel', accountId, level });
    assert(outcome.ok, 'an open account accepts a defined level');
  }
}
