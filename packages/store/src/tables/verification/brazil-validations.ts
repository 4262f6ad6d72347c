/** Checks of Brazilian customers by the ramp provider. The caller seals personal data. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { lockUntilCommit, matchAny, run, runFirst, tables } from '../query.ts';
import { advisoryLocks } from '../../advisory-locks.ts';

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

const selectValidations = tables
  .selectFrom('brazil_validation')
  .select((eb) => [
    'user_id as userId',
    'form',
    'status',
    'reference',
    'sub_account_asked_at as subAccountRequestedAt',
    'sub_account_id as subAccountId',
    'attempt_id as attemptId',
    'hosted_url as hostedUrl',
    'hosted_until as hostedUntil',
    'comment',
    'can_retry as canRetry',
    'as_of as asOf',
    'submitted_at as submittedAt',
    eb('tax_id_key', 'is not', null).$castTo<boolean>().as('hasTaxId'),
  ]);

export async function findBrazilValidation(on: Queryable, id: UserId): Promise<BrazilValidationRow | null> {
  return runFirst(on, selectValidations.where('user_id', '=', id));
}

/** Returns the same, locked until the transaction ends. */
export async function lockBrazilValidation(tx: Queryable, id: UserId): Promise<BrazilValidationRow | null> {
  return runFirst(tx, selectValidations.where('user_id', '=', id).forUpdate());
}

/** Serialises the forms of a customer, the first one included, until the transaction ends. */
export async function lockBrazilForm(tx: Queryable, id: UserId): Promise<void> {
  await lockUntilCommit(tx, advisoryLocks.brazilForm, id);
}

/** Returns the holder of a tax number, by any of its keyed hashes; locked until the transaction ends. */
export async function lockBrazilTaxIdHolder(
  tx: Queryable,
  taxIdKeys: readonly Buffer[],
): Promise<BrazilValidationRow | null> {
  return runFirst(tx, selectValidations.where('tax_id_key', '=', matchAny(taxIdKeys)).forUpdate());
}

/** Releases the tax number of a failed check: another customer submitted it. */
export async function releaseBrazilTaxId(tx: Queryable, id: UserId): Promise<void> {
  await run(tx, tables.updateTable('brazil_validation').set({ tax_id_key: null }).where('user_id', '=', id));
}

/** Serialises submissions of a tax number until the transaction ends. */
export async function lockBrazilTaxId(tx: Queryable, taxIdKey: Buffer): Promise<void> {
  await lockUntilCommit(tx, taxIdKey.readBigInt64BE());
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
  const submitted = {
    tax_id_key: form.taxIdKey,
    form: form.form,
    status: 'processing',
    check_at: form.at,
    submitted_at: form.at,
  } as const;
  await run(
    tx,
    tables
      .insertInto('brazil_validation')
      .values({ ...submitted, user_id: form.userId, reference: form.reference })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({
          ...submitted,
          attempt_id: null,
          hosted_url: null,
          hosted_until: null,
          comment: null,
          can_retry: false,
          as_of: null,
        }),
      ),
  );
}

export async function recordSubAccountRequest(on: Queryable, id: UserId, at: Millis): Promise<void> {
  await run(
    on,
    tables.updateTable('brazil_validation').set({ sub_account_asked_at: at }).where('user_id', '=', id),
  );
}

export async function writeSubAccount(on: Queryable, id: UserId, subAccountId: string): Promise<void> {
  await run(
    on,
    tables.updateTable('brazil_validation').set({ sub_account_id: subAccountId }).where('user_id', '=', id),
  );
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
  await run(
    on,
    tables
      .updateTable('brazil_validation')
      .set({
        attempt_id: attempt.attemptId,
        hosted_url: attempt.hostedUrl,
        hosted_until: attempt.hostedUntil,
      })
      .where('user_id', '=', attempt.userId),
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
  await run(
    tx,
    tables
      .updateTable('brazil_validation')
      .set({
        status: state.status,
        comment: state.comment,
        can_retry: state.canRetry,
        as_of: state.asOf,
        ...(state.attemptId !== null && { attempt_id: state.attemptId }),
        ...(!state.isWithCustomer && { hosted_url: null, hosted_until: null }),
        ...(state.status !== 'processing' && { check_at: null }),
      })
      .where('user_id', '=', state.userId),
  );
}

/** Sets when to check it again. */
export async function scheduleBrazilValidation(on: Queryable, id: UserId, checkAt: Millis): Promise<void> {
  await run(
    on,
    tables
      .updateTable('brazil_validation')
      .set({ check_at: checkAt })
      .where('user_id', '=', id)
      .where('status', '=', 'processing'),
  );
}

/** Returns users whose checks are due, the longest overdue first. */
export async function listDueBrazilValidations(
  on: Queryable,
  { at, limit }: { readonly at: Millis; readonly limit: number },
): Promise<readonly UserId[]> {
  const rows = await run(
    on,
    tables
      .selectFrom('brazil_validation')
      .select('user_id as userId')
      .where('check_at', '<=', at)
      .orderBy('check_at')
      .limit(limit),
  );
  return rows.map((row) => row.userId);
}

/** Returns when the next check is due, in milliseconds of the epoch; null when none is scheduled. */
export async function readNextBrazilCheckAt(on: Queryable): Promise<number | null> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('brazil_validation')
      .select(({ fn }) => fn.min('check_at').as('checkAt'))
      .where('check_at', 'is not', null),
  );
  return row?.checkAt ?? null;
}

/** Returns the user of an account or attempt at the provider. */
export async function findBrazilValidationOwner(
  on: Queryable,
  { subAccountId, attemptId }: { readonly subAccountId: string | null; readonly attemptId: string | null },
): Promise<UserId | null> {
  const row = await runFirst(
    on,
    tables
      .selectFrom('brazil_validation')
      .select('user_id as userId')
      .where((eb) => eb.or([eb('sub_account_id', '=', subAccountId), eb('attempt_id', '=', attemptId)]))
      .limit(1),
  );
  return row?.userId ?? null;
}
