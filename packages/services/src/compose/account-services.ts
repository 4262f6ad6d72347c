/** Builds what belongs to a customer's account as such: who the users are, their settings, and the record of their acts. */
import type { Database } from '@salar/store';
import { AccountLinkService } from '../accounts/account-link-service.ts';
import { AccessRefusals } from '../accounts/access-refusals.ts';
import { AccountOpener } from '../accounts/account-opener.ts';
import { RefusedCredentials } from '../accounts/refused-credentials.ts';
import { SecurityLog } from '../accounts/security-log.ts';
import { UserConfigService } from '../accounts/user-config-service.ts';
import { UserDirectory } from '../accounts/user-directory.ts';
import { UserRecords } from '../accounts/user-records.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { Log } from '../ports/log.ts';
import type { Notifier } from '../ports/notifier.ts';

export type AccountServices = {
  readonly users: UserDirectory;
  readonly opener: AccountOpener;
  readonly securityLog: SecurityLog;
  readonly refusals: AccessRefusals;
  readonly refusedCredentials: RefusedCredentials;
  readonly userConfig: UserConfigService;
  readonly accountLinks: AccountLinkService;
};

export type AccountServicesOptions = {
  readonly database: Database;
  readonly sequencer: Pick<EnginePort, 'submit'>;
  readonly notifier: Notifier;
  readonly macs: RowMacs;
  /** Shared with other users of the directory; created here by default. */
  readonly users?: UserDirectory;
  readonly now: () => number;
  readonly log: Log;
};

/** Builds the services of accounts. */
export function createAccountServices(options: AccountServicesOptions): AccountServices {
  const { database, sequencer, notifier, macs, now, log } = options;
  const users = options.users ?? new UserDirectory({ database, records: new UserRecords(macs) });
  const securityLog = new SecurityLog({ database, notifier, now });
  return {
    users,
    opener: new AccountOpener({ database, sequencer, users }),
    securityLog,
    refusals: new AccessRefusals({ database, securityLog, now, log }),
    refusedCredentials: new RefusedCredentials({ database, users, securityLog, now, log }),
    userConfig: new UserConfigService({ database }),
    accountLinks: new AccountLinkService({ database, securityLog, now }),
  };
}
