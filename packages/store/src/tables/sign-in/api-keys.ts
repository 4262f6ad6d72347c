/** API keys: their owners, permissions and allowed addresses. Secrets are sealed by the caller. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type ApiKeyRow = {
  readonly apiKey: string;
  readonly userId: UserId;
  readonly sealedSecret: Buffer;
  readonly permissions: readonly string[];
  /** Addresses and networks it may be used from; empty allows any. */
  readonly addresses: readonly string[];
  /** It is accepted only as the signature of a single request, not to open a session. */
  readonly signedRequestsOnly: boolean;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
};
/** One of a customer's own keys. */
export type OwnKey = { readonly userId: UserId; readonly apiKey: string };

type Row = {
  api_key: string;
  user_id: number;
  sealed_secret: Buffer;
  permissions: string[];
  addresses: string[];
  signed_requests_only: boolean;
  created_at: number;
  last_used_at: number | null;
};
const columns =
  'api_key, user_id, sealed_secret, permissions, addresses, signed_requests_only, created_at, last_used_at';

export async function insertApiKey(tx: Queryable, key: Omit<ApiKeyRow, 'lastUsedAt'>): Promise<void> {
  await tx.query(
    `INSERT INTO api_key (api_key, user_id, sealed_secret, permissions, addresses, signed_requests_only, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      key.apiKey,
      key.userId,
      key.sealedSecret,
      key.permissions,
      key.addresses,
      key.signedRequestsOnly,
      key.createdAt,
    ],
  );
}

export async function countApiKeys(on: Queryable, id: UserId): Promise<number> {
  const rows = await on.query<{ count: number }>('SELECT count(*) AS count FROM api_key WHERE user_id = $1', [
    id,
  ]);
  return rows[0]?.count ?? 0;
}

/** A customer's keys, oldest first. */
export async function listApiKeys(on: Queryable, id: UserId): Promise<readonly ApiKeyRow[]> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM api_key WHERE user_id = $1 ORDER BY created_at, api_key`,
    [id],
  );
  return rows.map(toApiKey);
}

export async function findApiKey(on: Queryable, apiKey: string): Promise<ApiKeyRow | null> {
  const rows = await on.query<Row>(
    `SELECT ${columns} FROM api_key WHERE api_key = $1`,
    [apiKey],
    'api_key_by_id',
  );
  return rows[0] ? toApiKey(rows[0]) : null;
}

/** Returns one of the customer's own keys, locked until the transaction ends. */
export async function lockOwnApiKey(tx: Queryable, own: OwnKey): Promise<ApiKeyRow | null> {
  const rows = await tx.query<Row>(
    `SELECT ${columns} FROM api_key WHERE api_key = $1 AND user_id = $2 FOR UPDATE`,
    [own.apiKey, own.userId],
  );
  return rows[0] ? toApiKey(rows[0]) : null;
}

export async function replaceApiKeyTerms(
  tx: Queryable,
  apiKey: string,
  terms: Pick<ApiKeyRow, 'permissions' | 'addresses'>,
): Promise<void> {
  await tx.query('UPDATE api_key SET permissions = $2, addresses = $3 WHERE api_key = $1', [
    apiKey,
    terms.permissions,
    terms.addresses,
  ]);
}

/** Returns false when the customer has no such key. */
export async function deleteApiKey(tx: Queryable, own: OwnKey): Promise<boolean> {
  const rows = await tx.query('DELETE FROM api_key WHERE api_key = $1 AND user_id = $2 RETURNING 1', [
    own.apiKey,
    own.userId,
  ]);
  return rows.length === 1;
}

/** Deletes a customer's keys that have a permission, and returns their names. */
export async function deleteApiKeysWith(
  tx: Queryable,
  id: UserId,
  permission: string,
): Promise<readonly string[]> {
  const rows = await tx.query<{ api_key: string }>(
    'DELETE FROM api_key WHERE user_id = $1 AND $2 = ANY(permissions) RETURNING api_key',
    [id, permission],
  );
  return rows.map((row) => row.api_key);
}

export async function touchApiKey(on: Queryable, apiKey: string, at: Millis): Promise<void> {
  await on.query(
    'UPDATE api_key SET last_used_at = $2 WHERE api_key = $1 AND (last_used_at IS NULL OR last_used_at < $2)',
    [apiKey, at],
  );
}

function toApiKey(row: Row): ApiKeyRow {
  return {
    apiKey: row.api_key,
    userId: userId(row.user_id),
    sealedSecret: row.sealed_secret,
    permissions: row.permissions,
    addresses: row.addresses,
    signedRequestsOnly: row.signed_requests_only,
    createdAt: millis(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : millis(row.last_used_at),
  };
}
