/** Changes the database of the journeys' exchange to simulate the passing of time, or a hundred attempts. */
import { findRunningPostgres } from '@salar/adapters/postgres-embedded';
import { Database } from '@salar/store';
import type { CodePurpose } from '@salar/store/tables/sign-in/email-codes';

const minute = 60_000;

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
  await run('UPDATE user_session SET proved_at = proved_at - $2 WHERE user_id = $1', [userId, 16 * minute]);
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
