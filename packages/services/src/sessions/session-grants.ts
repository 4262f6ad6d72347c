/**
 * The only step that grants a session to a person (security rule F5): every way to sign in ends here. The caller states how
 * the customer authenticated, and it is checked against the factors that the customer has switched on.
 */
import { assert } from '@salar/protocol';
import type { UserId } from '@salar/protocol';
import type { Database, Queryable } from '@salar/store';
import { clearFailedAttempts } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';
import type { AccountOpener } from '../accounts/account-opener.ts';
import type { SecurityLog } from '../accounts/security-log.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import { toDeviceName } from './device-names.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { Origin } from '../ports/request-origin.ts';
import type { SessionService } from './session-service.ts';

/** How a person authenticated. A passkey combines a device with a finger or a code, so it is enough alone. */
export type SignInMethod = 'password' | 'password_and_code' | 'password_and_passkey' | 'passkey';

export type Granted = {
  readonly token: string;
  readonly user: User;
  /** The token that a new device should store. */
  readonly deviceToken: string | null;
};

type SessionGrantsOptions = {
  readonly database: Database;
  readonly records: UserRecords;
  readonly opener: AccountOpener;
  readonly sessions: SessionService;
  readonly devices: DeviceRegistry;
  readonly securityLog: SecurityLog;
  readonly isSecondFactorOn: (on: Queryable, userId: UserId) => Promise<boolean>;
};

export class SessionGrants {
  readonly #options: SessionGrantsOptions;

  constructor(options: SessionGrantsOptions) {
    this.#options = options;
  }

  /**
   * Begins the session of a customer whose address is verified.
   *
   * @param user  as read before the credentials were checked
   * @returns null when the customer was locked, has a new password or switched a second factor on since then
   */
  async grant(user: User, method: SignInMethod, origin: Origin): Promise<Granted | null> {
    assert(user.isEmailVerified, 'a session is for a verified customer');
    if (!user.isAccountOpen) await this.#options.opener.open(user);
    const granted = await this.#options.database.transaction(async (tx) => {
      const current = await this.#options.records.lockUnchanged(tx, user);
      if (!current) return null;
      // Read while the user's row is locked: a concurrent switch-on of the factor either ends this session, or prevents it here.
      if (method === 'password' && (await this.#options.isSecondFactorOn(tx, user.userId))) return null;
      // A sign-in with a passkey has no password that would reset the count of wrong ones.
      if (current.failedAttempts > 0) await clearFailedAttempts(tx, user.userId);
      const device = await this.#options.devices.register(tx, user.userId, origin);
      const begun = await this.#options.sessions.begin(tx, current, { origin, deviceId: device.deviceId });
      await this.#options.securityLog.record(tx, {
        user: current,
        action: 'sign_in',
        origin,
        detail: method,
      });
      if (device.isWorthNotifying)
        await this.#options.securityLog.record(tx, {
          user: current,
          action: 'new_device',
          origin,
          object: toDeviceName(origin.agent),
        });
      return { ...begun, user: current, deviceToken: device.newToken };
    });
    if (!granted) return null;
    granted.settle();
    const { token, deviceToken } = granted;
    return { token, user: granted.user, deviceToken };
  }
}
