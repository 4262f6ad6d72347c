/** Passkeys: the public key of each, and the pending challenges, by their SHA-256. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

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
};

type Row = {
  passkey_id: string;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: number;
  last_used_at: number | null;
};
const columns =
  'passkey_id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at';

/** Adds a passkey; returns null when the device's passkey exists already. */
export async function insertPasskey(
  on: Queryable,
  passkey: Omit<PasskeyRow, 'passkeyId' | 'lastUsedAt'>,
): Promise<string | null> {
  const rows = await on.query<{ passkey_id: string }>(
    `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING RETURNING passkey_id`,
    [
      passkey.userId,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
      passkey.name,
      passkey.createdAt,
    ],
  );
  return rows[0]?.passkey_id ?? null;
}

export async function findPasskey(on: Queryable, credentialId: string): Promise<PasskeyRow | null> {
  const rows = await on.query<Row>(`SELECT ${columns} FROM passkey WHERE credential_id = $1`, [credentialId]);
  return rows[0] ? toPasskey(rows[0]) : null;
}

/** A customer's passkeys, oldest first. */
export async function listPasskeys(on: Queryable, id: UserId): Promise<readonly PasskeyRow[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM passkey WHERE user_id = $1 ORDER BY created_at, passkey_id`,
    [id],
  );
  return rows.map(toPasskey);
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
  },
): Promise<boolean> {
  const rows = await on.query(
    `UPDATE passkey SET counter = $3, last_used_at = $4 WHERE passkey_id = $1 AND counter = $2
     RETURNING passkey_id`,
    [use.passkeyId, use.counterBefore, use.counter, use.at],
  );
  return rows.length === 1;
}

/** Removes a passkey of a customer; returns its name, or null when they have no such passkey. */
export async function deletePasskey(on: Queryable, id: UserId, passkeyId: string): Promise<string | null> {
  const rows = await on.query<{ name: string }>(
    'DELETE FROM passkey WHERE user_id = $1 AND passkey_id = $2 RETURNING name',
    [id, passkeyId],
  );
  return rows[0]?.name ?? null;
}

export type ChallengePurpose = 'add' | 'sign_in';

/** Adds a challenge, and removes expired ones. Returns the id by which it is taken. */
export async function insertChallenge(
  on: Queryable,
  challenge: {
    readonly purpose: ChallengePurpose;
    /** The user whose passkey is expected; null for any user's. */
    readonly userId: number | null;
    readonly hash: Buffer;
    readonly at: Millis;
    /** Older ones have expired. */
    readonly since: Millis;
  },
): Promise<string> {
  await on.query('DELETE FROM passkey_challenge WHERE created_at <= $1', [challenge.since]);
  const rows = await on.query<{ challenge_id: string }>(
    `INSERT INTO passkey_challenge (purpose, user_id, challenge_hash, created_at) VALUES ($1, $2, $3, $4)
     RETURNING challenge_id`,
    [challenge.purpose, challenge.userId, challenge.hash, challenge.at],
  );
  const [row] = rows;
  if (!row) throw new Error('an inserted challenge was not returned');
  return row.challenge_id;
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
): Promise<{ readonly challengeId: string; readonly userId: number | null } | null> {
  const rows = await on.query<{ challenge_id: string; user_id: number | null }>(
    `DELETE FROM passkey_challenge WHERE purpose = $1 AND challenge_hash = $2 AND created_at > $3
     RETURNING challenge_id, user_id`,
    [challenge.purpose, challenge.hash, challenge.since],
  );
  const [row] = rows;
  return row ? { challengeId: row.challenge_id, userId: row.user_id } : null;
}

function toPasskey(row: Row): PasskeyRow {
  return {
    passkeyId: row.passkey_id,
    userId: userId(row.user_id),
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: row.transports,
    name: row.name,
    createdAt: millis(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : millis(row.last_used_at),
  };
}
