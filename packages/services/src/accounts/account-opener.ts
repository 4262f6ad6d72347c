/**
 * Opens the engine's account of a new user. The user row comes first; a crash between the two is healed at start or
 * at the first sign-in by opening again, which the engine answers with "already there".
 */
import { assert } from '@salar/protocol';
import type { Database } from '@salar/store';
import { markAccountOpen, usersWithoutAccount } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { EnginePort } from '../ports/engine-port.ts';
import type { UserDirectory } from './user-directory.ts';

export class AccountOpener {
  readonly #database: Database;
  readonly #sequencer: EnginePort;
  readonly #users: UserDirectory;

  constructor(options: {
    readonly database: Database;
    readonly sequencer: EnginePort;
    readonly users: UserDirectory;
  }) {
    this.#database = options.database;
    this.#sequencer = options.sequencer;
    this.#users = options.users;
  }

  /** Opens the account at level 0, once. @throws SequencerUnavailable when the writer takes no commands now */
  async open(user: User): Promise<void> {
    const { accountId } = user;
    const opened = await this.#sequencer.submit({ type: 'OpenAccount', accountId, kind: 'customer' });
    if (opened.ok) {
      const level = await this.#sequencer.submit({ type: 'SetAccountLevel', accountId, level: 0 });
      assert(level.ok || level.refusal === 'level_unknown', 'an account that was just opened takes level 0');
    } else {
      assert(opened.refusal === 'already_defined', 'an account opens, or is open already');
    }
    await markAccountOpen(this.#database, user.userId);
    await this.#users.refresh(user.userId);
  }

  /** Opens what a crash left unopened. Run once at start. Gives how many. */
  async heal(): Promise<number> {
    const users = await usersWithoutAccount(this.#database);
    for (const user of users) await this.open(user);
    return users.length;
  }
}
