/**
 * Ends what an intruder may have added to sign in again, in the transaction of a new password: every API key, and passkeys of the
 * last seven days. The mail about the new password lists what ended and what stays.
 */
import type { Queryable } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';
import type { ApiKeyService } from '../api-keys/api-key-service.ts';
import { shownKey } from '../api-keys/api-key-service.ts';
import type { PasskeyRemovals } from '../passkeys/passkey-removals.ts';
import type { NoticeCredential } from '../ports/notifier.ts';
import type { Origin } from '../ports/request-origin.ts';

type CredentialEndOptions = {
  readonly apiKeys: ApiKeyService;
  readonly passkeyRemovals: PasskeyRemovals;
};

export class CredentialEnd {
  readonly #options: CredentialEndOptions;

  constructor(options: CredentialEndOptions) {
    this.#options = options;
  }

  /** @returns what the mail lists, and a function to call once the transaction ended */
  async end(
    tx: Queryable,
    by: { readonly user: User; readonly origin: Origin },
  ): Promise<{ readonly credentials: readonly NoticeCredential[]; readonly settle: () => void }> {
    const keys = await this.#options.apiKeys.removeAll(tx, by);
    const passkeys = await this.#options.passkeyRemovals.removeYoung(tx, by);
    return {
      credentials: [
        ...keys.removed.map((apiKey) => ({ state: 'api_key_ended', name: shownKey(apiKey) }) as const),
        ...passkeys.ended.map(({ name }) => ({ state: 'passkey_ended', name }) as const),
        ...passkeys.kept.map(({ name }) => ({ state: 'passkey_kept', name }) as const),
      ],
      settle: keys.settle,
    };
  }
}
