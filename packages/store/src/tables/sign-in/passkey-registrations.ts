/** Which passkeys the signer has recorded, and which removals it has yet to record. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';
import type { PasskeyRow } from './passkeys.ts';

export type UnregisteredPasskey = Pick<
  PasskeyRow,
  'passkeyId' | 'userId' | 'credentialId' | 'publicKey' | 'counter' | 'createdAt' | 'mac'
>;
export type PasskeyRemoval = {
  readonly userId: UserId;
  readonly credentialId: string;
  readonly removedAt: Millis;
  /** Proves that the exchange wrote the row; null in one of a version without MACs. */
  readonly mac: Buffer | null;
};

/** Lists passkeys that the signer has not recorded, oldest first; one whose earlier removal is due has to wait for it. */
export async function listUnregisteredPasskeys(
  on: Queryable,
  limit: number,
): Promise<readonly UnregisteredPasskey[]> {
  return run(
    on,
    tables
      .selectFrom('passkey')
      .select([
        'passkey_id as passkeyId',
        'user_id as userId',
        'credential_id as credentialId',
        'public_key as publicKey',
        'counter',
        'created_at as createdAt',
        'mac',
      ])
      .where('counts_at', 'is', null)
      .where('registration_refusal', 'is', null)
      .where((eb) => {
        const removals = eb.selectFrom('passkey_removal as r').select('r.credential_id');
        return eb.not(eb.exists(removals.whereRef('r.credential_id', '=', 'passkey.credential_id')));
      })
      .orderBy('created_at')
      .orderBy('passkey_id')
      .limit(limit),
  );
}

/** Records from when the signer counts a passkey. */
export async function notePasskeyRegistered(
  on: Queryable,
  { passkeyId, countsFrom }: { readonly passkeyId: string; readonly countsFrom: Millis },
): Promise<void> {
  await run(
    on,
    tables.updateTable('passkey').set({ counts_at: countsFrom }).where('passkey_id', '=', passkeyId),
  );
}

/** Records that the signer does not accept a passkey, so that it is not sent again. */
export async function notePasskeyRefused(
  on: Queryable,
  { passkeyId, refusal }: { readonly passkeyId: string; readonly refusal: string },
): Promise<void> {
  await run(
    on,
    tables.updateTable('passkey').set({ registration_refusal: refusal }).where('passkey_id', '=', passkeyId),
  );
}

/** Adds a removal for the signer; call it in the transaction of the removal. */
export async function insertPasskeyRemoval(
  tx: Queryable,
  { userId, credentialId, removedAt, mac }: PasskeyRemoval,
): Promise<void> {
  await run(
    tx,
    tables
      .insertInto('passkey_removal')
      .values({ user_id: userId, credential_id: credentialId, removed_at: removedAt, mac })
      .onConflict((conflict) => conflict.column('credential_id').doUpdateSet({ removed_at: removedAt, mac })),
  );
}

/** Lists removals that the signer has yet to record, oldest first. */
export async function listPasskeyRemovals(on: Queryable, limit: number): Promise<readonly PasskeyRemoval[]> {
  return run(
    on,
    tables
      .selectFrom('passkey_removal')
      .select(['user_id as userId', 'credential_id as credentialId', 'removed_at as removedAt', 'mac'])
      .orderBy('removed_at')
      .limit(limit),
  );
}

export async function deletePasskeyRemoval(on: Queryable, credentialId: string): Promise<void> {
  await run(on, tables.deleteFrom('passkey_removal').where('credential_id', '=', credentialId));
}
