/**
 * Records refused passkeys and refused signatures of API keys in the activity of their customer: the first of an hour for each account
 * and for each key, so that wrong ones do not fill a table. What belongs to no customer is only counted, by the gateway.
 */
import type { SecurityAction, UserId } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { Log } from '../ports/log.ts';
import type { Origin } from '../ports/request-origin.ts';
import { HourlyCounts } from './hourly-counts.ts';
import type { SecurityLog } from './security-log.ts';
import type { UserDirectory } from './user-directory.ts';

type RefusedCredentialsOptions = {
  readonly database: Database;
  readonly users: Pick<UserDirectory, 'get'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly now: () => number;
  readonly log: Log;
};
type Refused = {
  readonly userId: UserId;
  readonly action: Extract<SecurityAction, 'passkey_refused' | 'api_key_refused'>;
  readonly origin: Origin;
  readonly object?: string;
};

export class RefusedCredentials {
  readonly #options: RefusedCredentialsOptions;
  readonly #counts: HourlyCounts<string>;

  constructor(options: RefusedCredentialsOptions) {
    this.#options = options;
    this.#counts = new HourlyCounts(options.now);
  }

  notePasskey(userId: UserId, origin: Origin): void {
    this.#note(`passkey of ${userId}`, { userId, action: 'passkey_refused', origin });
  }

  /** @param key.shown  the first characters of the key, by which its owner recognises it */
  noteKey(
    { apiKey, userId, shown }: { readonly apiKey: string; readonly userId: UserId; readonly shown: string },
    ip: string,
  ): void {
    const origin = { ip, agent: null, device: null };
    this.#note(`key ${apiKey}`, { userId, action: 'api_key_refused', origin, object: shown });
  }

  /** The record is written later, and a failure to write it is logged. */
  #note(counted: string, refused: Refused): void {
    if (this.#counts.add(counted) > 1) return;
    const { userId, action } = refused;
    this.#record(refused).catch((error: unknown) =>
      this.#options.log.warn({ userId, action, error: String(error) }, 'a refusal was not recorded'),
    );
  }

  async #record({ userId, ...entry }: Refused): Promise<void> {
    const { database, users, securityLog } = this.#options;
    const user = await users.get(userId);
    if (user !== null) await database.transaction((tx) => securityLog.record(tx, { user, ...entry }));
  }
}
