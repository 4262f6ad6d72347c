/** The database of the journeys' exchange, for what only time or a hundred tries can do. */
import { findRunningPostgres } from '@salar/adapters/postgres-embedded/index';
import { Database } from '@salar/store';
import type { CodePurpose } from '@salar/store/tables/sign-in/email-codes';

const minute = 60_000;

/** The newest mailed code of a purpose is over from now on. */
export async function expireMailedCode(userId: number, purpose: CodePurpose): Promise<void> {
  await run(
    `UPDATE email_code SET expires_at = $3 WHERE code_id =
       (SELECT max(code_id) FROM email_code WHERE user_id = $1 AND purpose = $2)`,
    [userId, purpose, Date.now() - minute],
  );
}

/** As after six minutes in front of the question for a code. */
export async function expirePendingSignIns(userId: number): Promise<void> {
  await run('UPDATE pending_sign_in SET created_at = created_at - $2 WHERE user_id = $1', [
    userId,
    6 * minute,
  ]);
}

/** As after ninety-nine wrong passwords: one more locks the account. */
export async function setAttemptsBeforeLock(userId: number): Promise<void> {
  await run('UPDATE app_user SET failed_attempts = 99 WHERE user_id = $1', [userId]);
}

export async function isLocked(userId: number): Promise<boolean> {
  const rows = await run('SELECT FROM app_user WHERE user_id = $1 AND locked_at IS NOT NULL', [userId]);
  return rows.length === 1;
}

/** Sessions that were not used yet count as opened sixteen minutes ago: too old for what needs a fresh proof. */
export async function ageReauthentications(userId: number): Promise<void> {
  await run('UPDATE user_session SET proved_at = proved_at - $2 WHERE user_id = $1', [userId, 16 * minute]);
}

/** PostgreSQL writes the tables into their files now, not only what changed into its WAL. */
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
