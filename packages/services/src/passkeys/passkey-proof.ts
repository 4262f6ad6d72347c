/** Lists the columns that the MACs of passkeys and their challenges cover. */
import type { UserId } from '@salar/protocol';
import type { Queryable } from '@salar/store';
import { hasPasskeyMacs, listUnprovedPasskeys, writePasskeyMac } from '@salar/store/tables/sign-in/passkeys';
import type { PasskeyRemoval } from '@salar/store/tables/sign-in/passkey-registrations';
import type { Challenge, PasskeyRow } from '@salar/store/tables/sign-in/passkeys';
import type { ProvedTable } from '../crypto/first-proofs.ts';
import type { ProvableRow, RowMacs } from '../crypto/row-macs.ts';

export function toProvablePasskey(
  row: Pick<PasskeyRow, 'passkeyId' | 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'createdAt'>,
): ProvableRow {
  const { passkeyId, userId, credentialId, publicKey, counter, createdAt } = row;
  const columns = [passkeyId, userId, credentialId, publicKey, counter, createdAt];
  return { table: 'passkey', id: passkeyId, columns };
}

export function toProvableRemoval(removal: Omit<PasskeyRemoval, 'mac'>): ProvableRow {
  const { userId, credentialId, removedAt } = removal;
  return { table: 'passkey_removal', id: credentialId, columns: [userId, credentialId, removedAt] };
}

/** @param challenge.userId  the customer whose passkey is expected; null for any */
export function toProvableChallenge(
  challenge: Omit<Challenge, 'mac'> & { readonly userId: UserId | null },
): ProvableRow {
  const { challengeId, purpose, userId, hash, createdAt } = challenge;
  const columns = [challengeId, purpose, userId, hash, createdAt];
  return { table: 'passkey_challenge', id: challengeId, columns };
}

/** Proves the passkeys of a version without MACs. */
export function createPasskeyProofs(macs: RowMacs): ProvedTable {
  return {
    name: 'passkey',
    hasMacs: hasPasskeyMacs,
    async proveAll(tx: Queryable) {
      const rows = await listUnprovedPasskeys(tx);
      for (const row of rows) await writePasskeyMac(tx, row.passkeyId, macs.compute(toProvablePasskey(row)));
      return rows.length;
    },
  };
}
