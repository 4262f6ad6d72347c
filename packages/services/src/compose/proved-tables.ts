/** Lists the tables whose rows of a version without MACs get theirs at the first start. */
import type { UserRecords } from '../accounts/user-records.ts';
import { createApiKeyProofs } from '../api-keys/api-key-proof.ts';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { RowMacs } from '../crypto/row-macs.ts';
import { createPasskeyProofs } from '../passkeys/passkey-proof.ts';
import { FactorRecords } from '../second-factor/factor-records.ts';

/** Returns the tables in the order in which they are proved: a second factor changes the row of its customer. */
export function listProvedTables(macs: RowMacs, records: UserRecords): readonly ProvedTable[] {
  const factors = new FactorRecords({ records, macs });
  return [records, factors, createPasskeyProofs(macs), createApiKeyProofs(macs)];
}
