/** Builds what identifies the sender of a request: sessions, devices and API keys. */
import type { Minor } from '@salar/protocol';
import type { Database } from '@salar/store';
import { findNotionalProduct } from '../accounts/notional-product.ts';
import { ApiKeyService } from '../api-keys/api-key-service.ts';
import { ApiKeyStore } from '../api-keys/api-key-store.ts';
import { KeyAuthenticator } from '../api-keys/key-authenticator.ts';
import { KeySignIn } from '../api-keys/key-sign-in.ts';
import { KeyNetworks } from '../api-keys/key-networks.ts';
import { NonceCache } from '../api-keys/nonce-cache.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';
import { CustomerSessions } from '../sessions/customer-sessions.ts';
import { DeviceRegistry } from '../sessions/device-registry.ts';
import { SessionService } from '../sessions/session-service.ts';
import type { AccountServices } from './account-services.ts';

export type AccessServices = {
  readonly sessions: SessionService;
  readonly customerSessions: CustomerSessions;
  readonly devices: DeviceRegistry;
  readonly apiKeys: ApiKeyService;
  readonly keyAuthenticator: KeyAuthenticator;
  readonly keySignIn: KeySignIn;
};

export type AccessServicesOptions = {
  readonly database: Database;
  readonly sequencer: EnginePort;
  readonly accounts: Pick<AccountServices, 'users' | 'securityLog' | 'refusedCredentials'>;
  readonly box: SealedBox;
  readonly macs: RowMacs;
  /** The most that a key trades in a day when its owner chose nothing; null for no limit. */
  readonly keyDailyNotional: Minor | null;
  readonly now: () => number;
  readonly log: Log;
};

/** Builds sessions and API keys. */
export function createAccessServices(options: AccessServicesOptions): AccessServices {
  const { database, sequencer, accounts, box, macs, keyDailyNotional, now, log } = options;
  const { users, securityLog, refusedCredentials: refused } = accounts;
  const { records } = users;
  const keys = new ApiKeyStore({ database, box, macs, keyDailyNotional, now, log });
  const nonces = new NonceCache({ startedAt: now() });
  const networks = new KeyNetworks();
  const keyAuthenticator = new KeyAuthenticator({ keys, users, nonces, networks, refused, now });
  const sessions = new SessionService({ database, users, keys: keyAuthenticator, macs, now, log });
  return {
    sessions,
    customerSessions: new CustomerSessions({ database, sessions, securityLog }),
    devices: new DeviceRegistry({ database, macs, now }),
    apiKeys: new ApiKeyService({
      database,
      records,
      box,
      macs,
      store: keys,
      sessions,
      securityLog,
      keyDailyNotional,
      notionalProduct: () => findNotionalProduct(sequencer.undurable),
      now,
    }),
    keyAuthenticator,
    keySignIn: new KeySignIn({ database, authenticator: keyAuthenticator, sessions, securityLog }),
  };
}
