/** Checks of Brazilian customers by the ramp provider. The caller seals personal data. */
import { millis, userId } from '@salar/protocol';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';

export type BrazilValidationStatus = 'processing' | 'verified' | 'rejected' | 'expired';

export type BrazilValidationRow = {
  readonly userId: UserId;
  /** Sealed. */
  readonly form: Buffer;
  readonly status: BrazilValidationStatus;
  /** Our reference for the customer's account at the provider. */
  readonly reference: string;
  /** When it was requested; without `subAccountId` the answer was lost. */
  readonly subAccountRequestedAt: Millis | null;
  readonly subAccountId: string | null;
  /** The attempt for the current form. */
  readonly attemptId: string | null;
  /** Sealed. */
  readonly hostedUrl: Buffer | null;
  readonly hostedUntil: Millis | null;
  /** The provider's message for the customer. */
  readonly comment: string | null;
  readonly canRetry: boolean;
  /** As of when the provider's record has this state. */
  readonly asOf: Millis | null;
  readonly submittedAt: Millis;
  /** False once the tax number went to another customer. */
  readonly hasTaxId: boolean;
};

type Row = {
  user_id: number;
  form: Buffer;
  status: BrazilValidationStatus;
  reference: string;
  sub_account_requested_at: number | null;
  sub_account_id: string | null;
  attempt_id: string | null;
  hosted_url: Buffer | null;
  hosted_until: number | null;
  comment: string | null;
  can_retry: boolean;
  as_of: number | null;
  submitted_at: number;
  has_tax_id: boolean;
};
const columns = `user_id, form, status, reference, sub_account_asked_at AS sub_account_requested_at, sub_account_id, attempt_id,
  hosted_url, hosted_until, comment, can_retry, as_of, submitted_at, tax_id_key IS NOT NULL AS has_tax_id`;

export async function findBrazilValidation(on: Queryable, id: UserId): Promise<BrazilValidationRow | null> {
  const rows = await on.query<Row>(`SELECT ${columns} FROM brazil_validation WHERE user_id = $1`, [id]);
  return rows[0] ? toBrazilValidation(rows[0]) : null;
}

/** Returns the same, locked until the transaction ends. */
export async function lockBrazilValidation(tx: Queryable, id: UserId): Promise<BrazilValidationRow | null> {
  const rows = await tx.query<Row>(`SELECT ${columns} FROM brazil_validation WHERE user_id = $1 FOR UPDATE`, [
    id,
  ]);
  return rows[0] ? toBrazilValidation(rows[0]) : null;
}

/** Serialises the forms of a customer, the first one included, until the transaction ends. */
export async function lockBrazilForm(tx: Queryable, id: UserId): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(7236225, $1::int)', [id % 2_147_483_647]);
}

/** Returns the holder of a tax number, by its keyed hash; locked until the transaction ends. */
export async function lockBrazilTaxIdHolder(
  tx: Queryable,
  taxIdKey: Buffer,
): Promise<BrazilValidationRow | null> {
  const rows = await tx.query<Row>(
    `SELECT ${columns} FROM brazil_validation WHERE tax_id_key = $1 FOR UPDATE`,
    [taxIdKey],
  );
  return rows[0] ? toBrazilValidation(rows[0]) : null;
}

/** Releases the tax number of a failed check: another customer submitted it. */
export async function releaseBrazilTaxId(tx: Queryable, id: UserId): Promise<void> {
  await tx.query('UPDATE brazil_validation SET tax_id_key = NULL WHERE user_id = $1', [id]);
}

/** Serialises submissions of a tax number until the transaction ends. */
export async function lockBrazilTaxId(tx: Queryable, taxIdKey: Buffer): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [taxIdKey.readBigInt64BE()]);
}

/** Writes a form that needs a new attempt; the account at the provider stays. */
export async function writeBrazilForm(
  tx: Queryable,
  form: {
    readonly userId: UserId;
    readonly taxIdKey: Buffer;
    readonly form: Buffer;
    /** Used when the customer has none yet. */
    readonly reference: string;
    readonly at: Millis;
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO brazil_validation (user_id, tax_id_key, form, status, reference, check_at, submitted_at)
     VALUES ($1, $2, $3, 'processing', $4, $5, $5)
     ON CONFLICT (user_id) DO UPDATE SET tax_id_key = $2, form = $3, status = 'processing',
       attempt_id = NULL, hosted_url = NULL, hosted_until = NULL, comment = NULL, can_retry = false, as_of = NULL,
       check_at = $5, submitted_at = $5`,
    [form.userId, form.taxIdKey, form.form, form.reference, form.at],
  );
}

export async function recordSubAccountRequest(on: Queryable, id: UserId, at: Millis): Promise<void> {
  await on.query('UPDATE brazil_validation SET sub_account_asked_at = $2 WHERE user_id = $1', [id, at]);
}

export async function writeSubAccount(on: Queryable, id: UserId, subAccountId: string): Promise<void> {
  await on.query('UPDATE brazil_validation SET sub_account_id = $2 WHERE user_id = $1', [id, subAccountId]);
}

export async function writeBrazilAttempt(
  on: Queryable,
  attempt: {
    readonly userId: UserId;
    readonly attemptId: string;
    readonly hostedUrl: Buffer | null;
    readonly hostedUntil: Millis | null;
  },
): Promise<void> {
  await on.query(
    'UPDATE brazil_validation SET attempt_id = $2, hosted_url = $3, hosted_until = $4 WHERE user_id = $1',
    [attempt.userId, attempt.attemptId, attempt.hostedUrl, attempt.hostedUntil],
  );
}

/** Records the state of the provider's record. A final one needs no further check, and its link is invalid. */
export async function writeBrazilState(
  tx: Queryable,
  state: {
    readonly userId: UserId;
    readonly attemptId: string | null;
    readonly status: BrazilValidationStatus;
    readonly comment: string | null;
    readonly canRetry: boolean;
    readonly asOf: Millis | null;
    /** True while the link can be used. */
    readonly isWithCustomer: boolean;
  },
): Promise<void> {
  await tx.query(
    `UPDATE brazil_validation SET attempt_id = coalesce($2, attempt_id), status = $3, comment = $4, can_retry = $5, as_of = $6,
       hosted_url  = CASE WHEN $7 THEN hosted_url END,
       hosted_until = CASE WHEN $7 THEN hosted_until END,
       check_at    = CASE WHEN $3 = 'processing' THEN check_at END
     WHERE user_id = $1`,
    [
      state.userId,
      state.attemptId,
      state.status,
      state.comment,
      state.canRetry,
      state.asOf,
      state.isWithCustomer,
    ],
  );
}

/** Sets when to check it again. */
export async function scheduleBrazilValidation(on: Queryable, id: UserId, checkAt: Millis): Promise<void> {
  await on.query(`UPDATE brazil_validation SET check_at = $2 WHERE user_id = $1 AND status = 'processing'`, [
    id,
    checkAt,
  ]);
}

/** Returns users whose checks are due, the longest overdue first. */
export async function listDueBrazilValidations(
  on: Queryable,
  { at, limit }: { readonly at: Millis; readonly limit: number },
): Promise<readonly UserId[]> {
  const rows = await on.query<{ user_id: number }>(
    'SELECT user_id FROM brazil_validation WHERE check_at <= $1 ORDER BY check_at LIMIT $2',
    [at, limit],
  );
  return rows.map((row) => userId(row.user_id));
}

/** Returns the user of an account or attempt at the provider. */
export async function findBrazilValidationOwner(
  on: Queryable,
  { subAccountId, attemptId }: { readonly subAccountId: string | null; readonly attemptId: string | null },
): Promise<UserId | null> {
  const rows = await on.query<{ user_id: number }>(
    'SELECT user_id FROM brazil_validation WHERE sub_account_id = $1 OR attempt_id = $2 LIMIT 1',
    [subAccountId, attemptId],
  );
  return rows[0] ? userId(rows[0].user_id) : null;
}

function toBrazilValidation(row: Row): BrazilValidationRow {
  const time = (value: number | null) => (value === null ? null : millis(value));
  return {
    userId: userId(row.user_id),
    form: row.form,
    status: row.status,
    reference: row.reference,
    subAccountRequestedAt: time(row.sub_account_requested_at),
    subAccountId: row.sub_account_id,
    attemptId: row.attempt_id,
    hostedUrl: row.hosted_url,
    hostedUntil: time(row.hosted_until),
    comment: row.comment,
    canRetry: row.can_retry,
    asOf: time(row.as_of),
    submittedAt: millis(row.submitted_at),
    hasTaxId: row.has_tax_id,
  };
}
