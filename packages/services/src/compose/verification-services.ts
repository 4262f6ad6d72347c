/** Builds what verifies customers' identities and raises their levels. */
import type { Database } from '@salar/store';
import type { RowMacs } from '../crypto/row-macs.ts';
import type { SealedBox } from '../crypto/sealed-box.ts';
import type { EnginePort } from '../ports/engine-port.ts';
import type { IdentityProvider } from '../ports/identity-provider.ts';
import type { Log } from '../ports/log.ts';
import { BrazilService } from '../verification/brazil-service.ts';
import type { BrazilServiceOptions } from '../verification/brazil-service.ts';
import type { LevelDecisionRecord } from '../verification/heal-decisions.ts';
import type { LevelForms } from '../verification/level-cards.ts';
import { AccountLevels } from '../verification/account-levels.ts';
import { LevelRequests } from '../verification/level-requests.ts';
import { VerificationService } from '../verification/verification-service.ts';
import type { WithdrawalCalls } from '../withdrawals/withdrawal-service.ts';
import type { AccountServices } from './account-services.ts';

export type VerificationServices = {
  readonly identity: VerificationService;
  readonly levelRequests: LevelRequests;
  readonly brazil: BrazilService;
};

export type VerificationServicesOptions = {
  readonly database: Database;
  readonly sequencer: EnginePort;
  readonly accounts: Pick<AccountServices, 'users' | 'opener' | 'securityLog'>;
  readonly identity: IdentityProvider;
  readonly decisions: LevelDecisionRecord;
  readonly withdrawals: Pick<WithdrawalCalls, 'holdAboveLevel'>;
  readonly box: SealedBox;
  readonly macs: RowMacs;
  /** The address at which customers reach the exchange. */
  readonly publicUrl: string;
  /** External forms that collect the documents of a level; none by default. */
  readonly levelForms?: LevelForms;
  /** The provider that verifies customers in Brazil; none by default. */
  readonly brazil?: Pick<BrazilServiceOptions, 'ramp' | 'shareToken'>;
  readonly now: () => number;
  readonly log: Log;
};

/** Builds the reviews of identity providers, the requests for levels, and the checks in Brazil. */
export function createVerificationServices(options: VerificationServicesOptions): VerificationServices {
  const { database, sequencer, identity, decisions, withdrawals, box, macs, now, log } = options;
  const { users, opener, securityLog } = options.accounts;
  const levels = new AccountLevels({ sequencer });
  return {
    identity: new VerificationService({
      database,
      sequencer,
      levels,
      users,
      opener,
      identity,
      securityLog,
      macs,
      decisions,
      withdrawals,
      now,
      log,
    }),
    levelRequests: new LevelRequests({
      database,
      sequencer,
      levels,
      users,
      securityLog,
      box,
      macs,
      decisions,
      forms: options.levelForms ?? {},
      now,
      log,
    }),
    brazil: new BrazilService({
      ramp: null,
      ...options.brazil,
      database,
      users,
      securityLog,
      box,
      redirectUrl: `${options.publicUrl}/settings/verification`,
      now,
      log,
    }),
  };
}
