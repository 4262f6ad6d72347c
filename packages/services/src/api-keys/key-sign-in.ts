/** Signs programs in: a signature in exchange for a session with the key's permissions (wire-protocol 5.1). */
import { accept } from '@salar/protocol';
import type { Result } from '@salar/protocol';
import type { Database } from '@salar/store';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { Granted } from '../sessions/session-grants.ts';
import type { SessionService } from '../sessions/session-service.ts';
import { shownKey } from './api-key-service.ts';
import type { KeyAuthenticator, SignedCredentials, SignerRefusal } from './key-authenticator.ts';

type KeySignInOptions = {
  readonly database: Database;
  readonly authenticator: KeyAuthenticator;
  readonly sessions: SessionService;
  readonly securityLog: SecurityLog;
};

export class KeySignIn {
  readonly #options: KeySignInOptions;

  constructor(options: KeySignInOptions) {
    this.#options = options;
  }

  /** Does not require a second factor: the customer who created the key had it. */
  async signIn(
    credentials: SignedCredentials,
    origin: Origin,
  ): Promise<Result<Pick<Granted, 'token' | 'user'>, SignerRefusal>> {
    const signer = await this.#options.authenticator.authenticate(credentials, origin.ip, 'sign_in');
    if (!signer.ok) return signer;
    const { user, key } = signer.value;
    const token = await this.#options.sessions.beginForKey(user, key.apiKey, origin);
    const object = shownKey(key.apiKey);
    await this.#options.securityLog.record(this.#options.database, {
      user,
      action: 'sign_in',
      origin,
      object,
      detail: 'api_key',
    });
    return accept({ token, user });
  }
}
