/** A customer's own settings, such as the language. */
import { accept, refuse } from '@salar/protocol';
import type { Result, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import { readConfig, writeConfig } from '@salar/store/tables/customers/user-config';
import type { ConfigEntry } from '@salar/store/tables/customers/user-config';
import { checkConfig, configKeysMax } from './user-config-rules.ts';
import type { ConfigRefusal } from './user-config-rules.ts';

type UserConfigServiceOptions = { readonly database: Database };

export class UserConfigService {
  readonly #options: UserConfigServiceOptions;

  constructor(options: UserConfigServiceOptions) {
    this.#options = options;
  }

  async read(userId: UserId): Promise<readonly ConfigEntry[]> {
    return readConfig(this.#options.database, userId);
  }

  /** Sets the given keys and keeps the others. */
  async write(userId: UserId, entries: readonly ConfigEntry[]): Promise<Result<null, ConfigRefusal>> {
    const checked = checkConfig(entries);
    if (!checked.ok) return checked;
    // The last of two entries with one key wins, as if they had been written one after the other.
    const unique = [...new Map(entries.map((entry) => [entry.key, entry])).values()];
    if (unique.length === 0) return accept(null);
    const isStored = await this.#options.database.transaction((tx) =>
      writeConfig(tx, userId, unique, configKeysMax),
    );
    return isStored ? accept(null) : refuse('config_too_large');
  }
}
