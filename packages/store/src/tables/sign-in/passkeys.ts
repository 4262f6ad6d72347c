/** Passkeys: the public key of each, and the pending challenges, by their SHA-256. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, run, runFirst, tables } from '../query.ts';

export type PasskeyRow = {
  readonly passkeyId: string;
  readonly userId: UserId;
  /** The device's id for it, base64url. */
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  readonly mac: Buffer | null;
  /** The time from which the signer counts its signatures; null until the signer has recorded it. */
  readonly countsFrom: Millis | null;
};

const selectPasskeys = tables
  .selectFrom('passkey')
  .select([
    'passkey_id as passkeyId',
    'user_id as userId',
    'credential_id as credentialId',
    'public_key as publicKey',
    'counter',
    'transports',
    'name',
    'created_at as createdAt',
    'last_used_at as lastUsedAt',
    'mac',
    'counts_at as countsFrom',
  ]);

/** Adds a passkey; returns false when the device's passkey exists already. */
export async function insertPasskey(
  on: Queryable,
  passkey: Omit<PasskeyRow, 'lastUsedAt' | 'countsFrom'>,
): Promise<boolean> {
  const row = await runFirst(
    on,
    tables
      .insertInto('passkey')
      .values({
        passkey_id: passkey.passkeyId,
        user_id: passkey.userId,
        credential_id: passkey.credentialId,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: passkey.transports,
        name: passkey.name,
        created_at: passkey.createdAt,
        mac: passkey.mac,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .returning('passkey_id as passkeyId'),
  );
  return row !== null;
}

export async function findPasskey(on: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  return runFirst(on, selectPasskeys.where('credential_id', '=', credentialId));
}

/** Returns a passkey, locked until the transaction ends. */
export async function findPasskeyById(tx: Queryable, passkeyId: string): Promise<PasskeyRow | null> {
  return runFirst(tx, selectPasskeys.where('passkey_id', '=', passkeyId).forUpdate());
}

/** A customer's passkeys, oldest first. */
export async function listPasskeys(on: Queryable, id: UserId): Promise<readonly PasskeyRow[]> {
  return run(on, selectPasskeys.where('user_id', '=', id).orderBy('created_at').orderBy('passkey_id'));
}

/**
 * Records a use. Returns false when the counter did not grow since it was read: the passkey, or a copy of it, was
 * used meanwhile.
 */
export async function notePasskeyUse(
  on: Queryable,
  use: {
    readonly passkeyId: string;
    readonly counterBefore: number;
    readonly counter: number;
    readonly at: Millis;
    readonly mac: Buffer;
  },
): Promise<boolean> {
  const updated = await countRows(
    on,
    tables
      .updateTable('passkey')
      .set({ counter: use.counter, last_used_at: use.at, mac: use.mac })
      .where('passkey_id', '=', use.passkeyId)
      .where('counter', '=', use.counterBefore)
      .returning('passkey_id'),
  );
  return updated === 1;
}

/** Removes a passkey of a customer; returns null when they have no such passkey. */
export async function deletePasskey(
  on: Queryable,
  id: UserId,
  passkeyId: string,
): Promise<Pick<PasskeyRow, 'name' | 'credentialId'> | null> {
  return runFirst(
    on,
    tables
      .deleteFrom('passkey')
      .where('user_id', '=', id)
      .where('passkey_id', '=', passkeyId)
      .returning(['name', 'credential_id as credentialId']),
  );
}

export type ChallengePurpose = 'add' | 'sign_in';

export type Challenge = {
  /** The id by which it is taken. */
  readonly challengeId: string;
  readonly purpose: ChallengePurpose;
  /** The user whose passkey is expected; null for any user's. */
  readonly userId: UserId | null;
  readonly hash: Buffer;
  readonly createdAt: Millis;
  readonly mac: Buffer;
};

/** Adds a challenge, and removes those created at `since` or before: they have expired. */
export async function insertChallenge(on: Queryable, challenge: Challenge, since: Millis): Promise<void> {
  await run(on, tables.deleteFrom('passkey_challenge').where('created_at', '<=', since));
  await run(
    on,
    tables.insertInto('passkey_challenge').values({
      challenge_id: challenge.challengeId,
      purpose: challenge.purpose,
      user_id: challenge.userId,
      challenge_hash: challenge.hash,
      created_at: challenge.createdAt,
      mac: challenge.mac,
    }),
  );
}

/**
 * Consumes a challenge, by the hash of what was signed: it cannot be used again, right or wrong.
 *
 * @returns null when no challenge has this purpose, or it has expired; `userId` is null when any user's passkey was
 * accepted
 */
export async function takeChallenge(
  on: Queryable,
  challenge: { readonly purpose: ChallengePurpose; readonly hash: Buffer; readonly since: Millis },
): Promise<Challenge | null> {
  const row = await runFirst(
    on,
    tables
      .deleteFrom('passkey_challenge')
      .where('purpose', '=', challenge.purpose)
      .where('challenge_hash', '=', challenge.hash)
      .where('created_at', '>', challenge.since)
      .returning(['challenge_id as challengeId', 'user_id as userId', 'created_at as createdAt', 'mac']),
  );
  const { purpose, hash } = challenge;
  return row && { ...row, purpose, hash };
}

/** Returns true when a passkey has a MAC. */
export async function hasPasskeyMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom('passkey').select('passkey_id').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns passkeys without a MAC. */
export async function listUnprovedPasskeys(on: Queryable): Promise<readonly PasskeyRow[]> {
  return run(on, selectPasskeys.where('mac', 'is', null).orderBy('passkey_id'));
}

export async function writePasskeyMac(on: Queryable, passkeyId: string, mac: Buffer): Promise<void> {
  await run(on, tables.updateTable('passkey').set({ mac }).where('passkey_id', '=', passkeyId));
}
