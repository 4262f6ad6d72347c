/**
 * Ends what an intruder may have added to sign in again, in the transaction of a new password. The mail about the new password lists
 * what ended and what stays.
 */
import type { Queryable } from '@salar/store';
import type { ApiKeyRow } from '@salar/store/tables/sign-in/api-keys';
import type { User } from '@salar/store/tables/customers/users';
import type { ApiKeyService } from '../api-keys/api-key-service.ts';
import { shownKey } from '../api-keys/api-key-service.ts';
import type { KeyPermission } from '../api-keys/key-permissions.ts';
import type { PasskeyRemovals } from '../passkeys/passkey-removals.ts';
import type { NoticeCredential } from '../ports/notifier.ts';
import type { Origin } from '../ports/request-origin.ts';

/** An intruder may have added keys and passkeys that are younger than this. */
const recentMs = 7 * 24 * 60 * 60_000;

type By = { readonly user: User; readonly origin: Origin };
/** Lists the keys and passkeys for the mail; `settle` is called once the transaction ended. */
type Ended = { readonly credentials: readonly NoticeCredential[]; readonly settle: () => void };

type CredentialEndOptions = {
  readonly apiKeys: ApiKeyService;
  readonly passkeyRemovals: PasskeyRemovals;
  readonly now: () => number;
};

export class CredentialEnd {
  readonly #options: CredentialEndOptions;

  constructor(options: CredentialEndOptions) {
    this.#options = options;
  }

  /** Ends every API key and recent passkeys: somebody else may have had the password. */
  endAll(tx: Queryable, by: By): Promise<Ended> {
    return this.#end(tx, by, () => true);
  }

  /** Ends API keys that can withdraw, and recent keys and passkeys: the customer is here, and goes on using the others. */
  endRecent(tx: Queryable, by: By): Promise<Ended> {
    const withdraw: KeyPermission = 'Withdraw';
    const since = this.#findSince();
    return this.#end(
      tx,
      by,
      ({ permissions, createdAt }) => permissions.includes(withdraw) || createdAt > since,
    );
  }

  async #end(tx: Queryable, by: By, isKeyEnded: (key: ApiKeyRow) => boolean): Promise<Ended> {
    const keys = await this.#options.apiKeys.removeMatching(tx, by, isKeyEnded);
    const passkeys = await this.#options.passkeyRemovals.removeYounger(tx, by, this.#findSince());
    return {
      credentials: [
        ...keys.removed.map((apiKey) => ({ state: 'api_key_ended', name: shownKey(apiKey) }) as const),
        ...keys.kept.map((apiKey) => ({ state: 'api_key_kept', name: shownKey(apiKey) }) as const),
        ...passkeys.ended.map(({ name }) => ({ state: 'passkey_ended', name }) as const),
        ...passkeys.kept.map(({ name }) => ({ state: 'passkey_kept', name }) as const),
      ],
      settle: keys.settle,
    };
  }

  #findSince(): number {
    return this.#options.now() - recentMs;
  }
}
