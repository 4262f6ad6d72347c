/** Lists the tables whose rows of a version without MACs get theirs, once somebody has decided to trust them. */
import type { ColumnSeals } from '@salar/store';
import { CredentialChanges } from '../accounts/credential-changes.ts';
import type { UserRecords } from '../accounts/user-records.ts';
import { createApiKeyProofs } from '../api-keys/api-key-proof.ts';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { MacKey } from '../crypto/mac-keys.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { DestinationRecords } from '../destinations/destination-records.ts';
import { createOperatorProofs } from '../operator/former-operators.ts';
import { createPasskeyProofs } from '../passkeys/passkey-proof.ts';
import { createCorrectionProofs } from '../reconciliation/wallet-corrections.ts';
import { FactorRecords } from '../second-factor/factor-records.ts';
import type { TicketProvider } from '../tickets/networks.ts';
import { LevelRecords } from '../verification/level-records.ts';
import { ReviewRecords } from '../verification/review-records.ts';
import { createWithdrawalProofs } from '../withdrawals/former-withdrawals.ts';

/** Returns the tables in the order in which they are proved: a second factor, and a change of credentials, change the row of their customer. */
export function listProvedTables(options: {
  readonly macs: RowMacs;
  readonly seals: ColumnSeals;
  readonly records: UserRecords;
  readonly ticketMacKey: MacKey;
  readonly providers: readonly TicketProvider[];
}): readonly ProvedTable[] {
  const { macs, records, ticketMacKey } = options;
  const factors = new FactorRecords({ records, macs });
  const signIn = [records, factors, createPasskeyProofs(macs), createApiKeyProofs(macs)];
  const changes = new CredentialChanges({ records, macs });
  const destinations = new DestinationRecords(options);
  const others = [changes, destinations, new LevelRecords(macs), new ReviewRecords(macs)];
  const operators = createOperatorProofs(ticketMacKey);
  const tickets = [createCorrectionProofs(ticketMacKey), createWithdrawalProofs(options)];
  return [...signIn, ...others, operators, ...tickets];
}
