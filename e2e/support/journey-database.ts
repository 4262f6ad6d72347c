/** Changes the database of the journeys' exchange to simulate the passing of time, or a hundred attempts. */
import { join } from 'node:path';
import { openKey } from '@salar/adapters/files/key-files';
import { findRunningPostgres } from '@salar/adapters/postgres-embedded';
import { millis } from '@salar/protocol';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import { toProvableSession } from '@salar/services/sessions/session-proof';
import { Database } from '@salar/store';
import type { CodePurpose } from '@salar/store/tables/sign-in/email-codes';

const minute = 60_000;

type StoredSession = Parameters<typeof toProvableSession>[0] & {
  readonly tokenHash: Buffer;
  readonly passwordVersion: number;
};

/** Expires the newest mailed code of a purpose. */
export async function expireMailedCode(userId: number, purpose: CodePurpose): Promise<void> {
  await run(
    `UPDATE email_code SET expires_at = $3 WHERE code_id =
       (SELECT max(code_id) FROM email_code WHERE user_id = $1 AND purpose = $2)`,
    [userId, purpose, Date.now() - minute],
  );
}

/** Ages the pending sign-ins by six minutes, so that they are expired. */
export async function expirePendingSignIns(userId: number): Promise<void> {
  await run('UPDATE pending_sign_in SET created_at = created_at - $2 WHERE user_id = $1', [
    userId,
    6 * minute,
  ]);
}

/** Sets the count of wrong passwords to ninety-nine: one more locks the account. */
export async function setAttemptsBeforeLock(userId: number): Promise<void> {
  await run('UPDATE app_user SET failed_attempts = 99 WHERE user_id = $1', [userId]);
}

export async function isLocked(userId: number): Promise<boolean> {
  const rows = await run('SELECT FROM app_user WHERE user_id = $1 AND locked_at IS NOT NULL', [userId]);
  return rows.length === 1;
}

/** Ages the authentication of all sessions by sixteen minutes: too old for calls that require a recent one. */
export async function ageReauthentications(userId: number): Promise<void> {
  const select = `SELECT token_hash AS "tokenHash", session_id AS "sessionId", user_id AS "userId",
    user_session.created_at AS "createdAt", proved_at AS "provedAt", api_key AS "apiKey", request_ip AS "requestIp",
    password_version AS "passwordVersion" FROM user_session JOIN app_user USING (user_id) WHERE user_id = $1`;
  const dataDir = process.env['SALAR_E2E_DATA_DIR'] ?? '';
  const box = new SealedBox(openKey(join(dataDir, 'keys', 'sealing.key')));
  const macs = new RowMacs({ box, log: silentLog });
  for (const found of await run(select, [userId])) {
    const { tokenHash, passwordVersion, ...row } = found as StoredSession;
    const aged = { ...row, provedAt: millis(row.provedAt - 16 * minute) };
    const mac = macs.compute(toProvableSession(aged, tokenHash, passwordVersion));
    await run('UPDATE user_session SET proved_at = $2, mac = $3 WHERE token_hash = $1', [
      tokenHash,
      aged.provedAt,
      mac,
    ]);
  }
}

/** Makes PostgreSQL write the tables to their files now, in addition to the WAL. */
export async function writeTables(): Promise<void> {
  await run('CHECKPOINT', []);
}

async function run(statement: string, values: readonly unknown[]): Promise<readonly object[]> {
  const place = await findRunningPostgres(process.env['SALAR_E2E_DATA_DIR'] ?? '');
  if (place === null) throw new Error('the PostgreSQL of the journeys does not run');
  const database = new Database({ ...place, poolSize: 1 });
  try {
    return await database.query(statement, [...values]);
  } finally {
    await database.close();
  }
}
