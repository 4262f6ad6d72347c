/**
 * Opens the engine account of a user whose address is verified: what anybody may register writes nothing to the journal. The row is
 * written first; after a crash between the two, the account is opened again at start or at the first sign-in, which the engine
 * refuses with `already_defined`.
 */
import { assert } from '@salar/protocol';
import type { Database } from '@salar/store';
import { markAccountOpen, listUsersWithoutAccount } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { EnginePort } from '../ports/engine-port.ts';
import type { UserDirectory } from './user-directory.ts';

type AccountOpenerOptions = {
  readonly database: Database;
  readonly sequencer: Pick<EnginePort, 'submit'>;
  readonly users: UserDirectory;
};

export class AccountOpener {
  readonly #options: AccountOpenerOptions;

  constructor(options: AccountOpenerOptions) {
    this.#options = options;
  }

  /** Opens the account at level 0, once. @throws SequencerUnavailable when the writer takes no commands now */
  async open(user: User): Promise<void> {
    const { accountId } = user;
    const opened = await this.#options.sequencer.submit({ type: 'OpenAccount', accountId, kind: 'customer' });
    if (opened.ok) {
      const level = await this.#options.sequencer.submit({ type: 'SetAccountLevel', accountId, level: 0 });
      assert(level.ok || level.refusal === 'level_unknown', 'a new account accepts level 0');
    } else {
      assert(
        opened.refusal === 'already_defined',
        'opening an account is refused only when it is open already',
      );
    }
    await markAccountOpen(this.#options.database, user.userId);
    await this.#options.users.refresh(user.userId);
  }

  /** Opens the accounts that a crash left unopened. Run once at start. @returns how many */
  async heal(): Promise<number> {
    let opened = 0;
    for (const userId of await listUsersWithoutAccount(this.#options.database)) {
      const user = await this.#options.users.get(userId);
      if (user === null) continue;
      await this.open(user);
      opened += 1;
    }
    return opened;
  }
}
