/** API keys: their owners, permissions and allowed addresses. Secrets are sealed by the caller. */
import type { Millis, Minor, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, prepare, run, runFirst, tables } from '../query.ts';

export type ApiKeyRow = {
  readonly apiKey: string;
  readonly userId: UserId;
  readonly sealedSecret: Buffer;
  readonly permissions: readonly string[];
  /** Addresses and networks it may be used from; empty allows any. */
  readonly addresses: readonly string[];
  /** It is accepted only as the signature of a single request, not to open a session. */
  readonly signedRequestsOnly: boolean;
  /** The most that it may trade in a day, in minor units of the notional product; null where the exchange's default applies. */
  readonly dailyNotional: Minor | null;
  readonly createdAt: Millis;
  readonly lastUsedAt: Millis | null;
  readonly mac: Buffer | null;
};
/** One of a customer's own keys. */
export type OwnKey = { readonly userId: UserId; readonly apiKey: string };

const selectKeys = tables
  .selectFrom('api_key')
  .select([
    'api_key as apiKey',
    'user_id as userId',
    'sealed_secret as sealedSecret',
    'permissions',
    'addresses',
    'signed_requests_only as signedRequestsOnly',
    'daily_notional as dailyNotional',
    'created_at as createdAt',
    'last_used_at as lastUsedAt',
    'mac',
  ]);

export async function insertApiKey(tx: Queryable, key: Omit<ApiKeyRow, 'lastUsedAt'>): Promise<void> {
  await run(
    tx,
    tables.insertInto('api_key').values({
      api_key: key.apiKey,
      user_id: key.userId,
      sealed_secret: key.sealedSecret,
      permissions: key.permissions,
      addresses: key.addresses,
      signed_requests_only: key.signedRequestsOnly,
      daily_notional: key.dailyNotional,
      created_at: key.createdAt,
      mac: key.mac,
    }),
  );
}

export async function countApiKeys(on: Queryable, id: UserId): Promise<number> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('api_key')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', id),
  );
  return row?.count ?? 0;
}

/** A customer's keys, oldest first. */
export async function listApiKeys(on: Queryable, id: UserId): Promise<readonly ApiKeyRow[]> {
  return run(on, selectKeys.where('user_id', '=', id).orderBy('created_at').orderBy('api_key'));
}

const keyById = prepare('api_key_by_id', ({ apiKey }: { readonly apiKey: string }) =>
  selectKeys.where('api_key', '=', apiKey),
);

export async function findApiKey(on: Queryable, apiKey: string): Promise<ApiKeyRow | null> {
  const [row] = await keyById(on, { apiKey });
  return row ?? null;
}

/** Returns one of the customer's own keys, locked until the transaction ends. */
export async function lockOwnApiKey(tx: Queryable, own: OwnKey): Promise<ApiKeyRow | null> {
  return runFirst(
    tx,
    selectKeys.where('api_key', '=', own.apiKey).where('user_id', '=', own.userId).forUpdate(),
  );
}

export async function replaceApiKeyTerms(
  tx: Queryable,
  apiKey: string,
  terms: Pick<ApiKeyRow, 'permissions' | 'addresses' | 'dailyNotional' | 'mac'>,
): Promise<void> {
  await run(
    tx,
    tables
      .updateTable('api_key')
      .set({
        permissions: terms.permissions,
        addresses: terms.addresses,
        daily_notional: terms.dailyNotional,
        mac: terms.mac,
      })
      .where('api_key', '=', apiKey),
  );
}

/** Returns false when the customer has no such key. */
export async function deleteApiKey(tx: Queryable, own: OwnKey): Promise<boolean> {
  const deleted = await countRows(
    tx,
    tables
      .deleteFrom('api_key')
      .where('api_key', '=', own.apiKey)
      .where('user_id', '=', own.userId)
      .returning('api_key'),
  );
  return deleted === 1;
}

export async function touchApiKey(on: Queryable, apiKey: string, at: Millis): Promise<void> {
  await run(
    on,
    tables
      .updateTable('api_key')
      .set({ last_used_at: at })
      .where('api_key', '=', apiKey)
      .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', at)])),
  );
}

/** Returns true when a row has a MAC. */
export async function hasApiKeyMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom('api_key').select('api_key').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns rows without a MAC. */
export async function listUnprovedApiKeys(on: Queryable): Promise<readonly ApiKeyRow[]> {
  return run(on, selectKeys.where('mac', 'is', null).orderBy('api_key'));
}

export async function writeApiKeyMac(on: Queryable, apiKey: string, mac: Buffer): Promise<void> {
  await run(on, tables.updateTable('api_key').set({ mac }).where('api_key', '=', apiKey));
}
