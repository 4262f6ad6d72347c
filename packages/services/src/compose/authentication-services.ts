/** Builds what customers register and sign in with: passwords, second factors and passkeys. */
import type { Database } from '@salar/store';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import { FreezeLinks } from '../freeze/freeze-links.ts';
import { OwnerFreeze } from '../freeze/owner-freeze.ts';
import { PasskeyRemovals } from '../passkeys/passkey-removals.ts';
import { PasskeyService } from '../passkeys/passkey-service.ts';
import { CredentialEnd } from '../passwords/credential-end.ts';
import { PasswordChange } from '../passwords/password-change.ts';
import type { PasswordHasher } from '../passwords/password-hasher.ts';
import { PasswordReset } from '../passwords/password-reset.ts';
import type { Log } from '../ports/log.ts';
import type { Notifier } from '../ports/notifier.ts';
import { FactorRecords } from '../second-factor/factor-records.ts';
import { FactorResets } from '../second-factor/factor-resets.ts';
import { PendingSignIns } from '../second-factor/pending-sign-ins.ts';
import { SecondFactorService } from '../second-factor/second-factor-service.ts';
import { SignInCompletion } from '../second-factor/sign-in-completion.ts';
import { SessionGrants } from '../sessions/session-grants.ts';
import { MailedCodes } from '../sign-in/mailed-codes.ts';
import { AccountLocks } from '../sign-in/account-locks.ts';
import { PasswordVerifier } from '../sign-in/password-verifier.ts';
import { Reauthentication } from '../sign-in/reauthentication.ts';
import { RegistrationService } from '../sign-in/registration-service.ts';
import { SignInService } from '../sign-in/sign-in-service.ts';
import type { WithdrawalCalls } from '../withdrawals/withdrawal-service.ts';
import type { AccessServices } from './access-services.ts';
import type { AccountServices } from './account-services.ts';

export type AuthenticationServices = {
  readonly registration: RegistrationService;
  readonly signIn: SignInService;
  readonly signInCompletion: SignInCompletion;
  readonly grants: SessionGrants;
  readonly reauthentication: Reauthentication;
  readonly passwordReset: PasswordReset;
  readonly passwordChange: PasswordChange;
  readonly locks: AccountLocks;
  readonly freeze: OwnerFreeze;
  readonly secondFactor: SecondFactorService;
  readonly factorResets: FactorResets;
  readonly passkeys: PasskeyService;
};

export type AuthenticationServicesOptions = {
  readonly database: Database;
  readonly accounts: Pick<AccountServices, 'users' | 'opener' | 'securityLog' | 'refusedCredentials'>;
  readonly access: Pick<AccessServices, 'sessions' | 'devices' | 'apiKeys'>;
  /** The freeze of an account cancels those that wait. */
  readonly withdrawals: Pick<WithdrawalCalls, 'list' | 'cancel'>;
  readonly notifier: Notifier;
  readonly hasher: PasswordHasher;
  readonly box: SealedBox;
  readonly macs: RowMacs;
  /** The address at which customers reach the exchange. */
  readonly publicUrl: string;
  /** Called when a passkey was added or removed. */
  readonly onPasskeysChanged?: () => void;
  /** When true, a password alone never opens a session; false by default. */
  readonly isSecondFactorEnforced?: boolean;
  /** Sign-in throttling; off only for load tests in the local profile. */
  readonly isThrottled?: boolean;
  readonly now: () => number;
  readonly log: Log;
};

/** Builds registration and every way to sign in. */
export function createAuthenticationServices(options: AuthenticationServicesOptions): AuthenticationServices {
  const { database, notifier, hasher, macs, now, log } = options;
  const { users, opener, securityLog } = options.accounts;
  const { records } = users;
  const { sessions, devices, apiKeys } = options.access;
  const onPasskeysChanged = options.onPasskeysChanged ?? (() => undefined);
  const passkeyRemovals = new PasskeyRemovals({ macs, securityLog, now, onPasskeysChanged });
  const factors = createSecondFactors(options, passkeyRemovals);
  const { secondFactor, grants, passkeys } = factors;
  const credentialEnd = new CredentialEnd({ apiKeys, passkeyRemovals, now });
  const isThrottled = options.isThrottled ?? true;
  const codes = new MailedCodes({ records, macs, notifier, isThrottled });
  const locks = new AccountLocks({ database, users, sessions, securityLog, codes, now });
  const passwords = new PasswordVerifier({
    database,
    records,
    hasher,
    devices,
    locks,
    securityLog,
    now,
    isThrottled,
  });
  return {
    ...factors,
    registration: new RegistrationService({ database, users, hasher, opener, codes, now, log }),
    signIn: new SignInService({ database, records, sessions, passwords, grants, secondFactor, securityLog }),
    reauthentication: new Reauthentication({
      database,
      sessions,
      passwords,
      secondFactor,
      isPasskeyAnswerValid: (user, answer, origin) => passkeys.isAnswerValid(user, answer, origin),
      securityLog,
    }),
    passwordReset: new PasswordReset({
      database,
      users,
      sessions,
      devices,
      hasher,
      securityLog,
      codes,
      credentialEnd,
      now,
    }),
    passwordChange: new PasswordChange({
      database,
      users,
      sessions,
      passwords,
      hasher,
      securityLog,
      credentialEnd,
      now,
    }),
    locks,
    freeze: new OwnerFreeze({
      database,
      users,
      sessions,
      securityLog,
      withdrawals: options.withdrawals,
      links: new FreezeLinks({ records, macs, now }),
      now,
    }),
  };
}

/** Builds second factors and passkeys, and the grants of sessions, which check whether a second factor is on. */
function createSecondFactors(options: AuthenticationServicesOptions, removals: PasskeyRemovals) {
  const { database, box, macs, publicUrl, now } = options;
  const { users, opener, securityLog } = options.accounts;
  const { records } = users;
  const { sessions, devices } = options.access;
  const pending = new PendingSignIns({ database, records, macs, now });
  const factors = new FactorRecords({ records, macs });
  const isEnforced = options.isSecondFactorEnforced ?? false;
  const secondFactor = new SecondFactorService({
    database,
    records,
    factors,
    box,
    sessions,
    securityLog,
    pending,
    isEnforced,
    now,
  });
  const grants = new SessionGrants({
    database,
    records,
    opener,
    sessions,
    devices,
    securityLog,
    isSecondFactorOn: (on, userId) => secondFactor.isOn(userId, on),
  });
  return {
    secondFactor,
    grants,
    signInCompletion: new SignInCompletion({ pending, secondFactor, grants }),
    factorResets: new FactorResets({ database, factors, securityLog, now }),
    passkeys: new PasskeyService({
      database,
      records,
      macs,
      securityLog,
      secondFactor,
      pending,
      grants,
      removals,
      refused: options.accounts.refusedCredentials,
      publicUrl,
      now,
      onPasskeysChanged: options.onPasskeysChanged ?? (() => undefined),
    }),
  };
}
