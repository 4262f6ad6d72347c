/**
 * Second factors: the sealed secret, which codes were used, and how many were wrong. Each deciding change is one
 * UPDATE.
 */
import { sql } from 'kysely';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, prepare, run, runFirst, tables } from '../query.ts';

/** A code is valid once in each scope. */
export type CodeScope = 'account' | 'withdrawal';

export type SecondFactorRow = {
  /** Sealed; null while it is off and not being switched on. */
  readonly secret: Buffer | null;
  /** When the secret was created. */
  readonly madeAt: Millis | null;
  /** Null while it protects nothing. */
  readonly enabledAt: Millis | null;
  readonly offRequestedBy: string | null;
  readonly offRequestedAt: Millis | null;
  readonly resetDueAt: Millis | null;
  readonly mac: Buffer | null;
};

const selectFactors = tables
  .selectFrom('second_factor')
  .select([
    'secret',
    'made_at as madeAt',
    'enabled_at as enabledAt',
    'off_asked_by as offRequestedBy',
    'off_asked_at as offRequestedAt',
    'reset_due_at as resetDueAt',
    'mac',
  ]);

const factorByUser = prepare('second_factor_of', ({ userId }: { readonly userId: UserId }) =>
  selectFactors.where('user_id', '=', userId),
);

export async function findSecondFactor(on: Queryable, userId: UserId): Promise<SecondFactorRow | null> {
  const [row] = await factorByUser(on, { userId });
  return row ?? null;
}

/** Returns the row, locked until the transaction ends. */
export async function lockSecondFactor(tx: Queryable, userId: UserId): Promise<SecondFactorRow | null> {
  return runFirst(tx, selectFactors.where('user_id', '=', userId).forUpdate());
}

/** Writes a row. A new secret has no used steps. */
export async function writeSecondFactor(tx: Queryable, userId: UserId, row: SecondFactorRow): Promise<void> {
  const values = {
    secret: row.secret,
    made_at: row.madeAt,
    enabled_at: row.enabledAt,
    off_asked_by: row.offRequestedBy,
    off_asked_at: row.offRequestedAt,
    reset_due_at: row.resetDueAt,
    mac: row.mac,
  };
  await run(
    tx,
    tables
      .insertInto('second_factor')
      .values({ user_id: userId, ...values })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => {
          const isNewSecret = eb('second_factor.secret', 'is distinct from', row.secret);
          const step = (column: 'account_step' | 'withdrawal_step') =>
            eb
              .case()
              .when(isNewSecret)
              .then(0)
              .else(eb.ref(`second_factor.${column}`))
              .end();
          return { ...values, account_step: step('account_step'), withdrawal_step: step('withdrawal_step') };
        }),
      ),
  );
}

/** Writes the same secret, sealed again. The used steps stay used. */
export async function writeFactorSecret(
  tx: Queryable,
  userId: UserId,
  values: { readonly secret: Buffer | null; readonly mac: Buffer },
): Promise<void> {
  await run(tx, tables.updateTable('second_factor').set(values).where('user_id', '=', userId));
}

/** Returns true when a row has a MAC. */
export async function hasFactorMacs(on: Queryable): Promise<boolean> {
  const query = tables.selectFrom('second_factor').select('user_id').where('mac', 'is not', null).limit(1);
  return (await runFirst(on, query)) !== null;
}

/** Returns rows without a MAC. */
export async function listUnprovedFactors(
  on: Queryable,
): Promise<readonly (SecondFactorRow & { readonly userId: UserId })[]> {
  return run(on, selectFactors.select('user_id as userId').where('mac', 'is', null).orderBy('user_id'));
}

/** Uses a time step: returns false when a code of it, or of a later one, was used in this scope before. */
export async function claimStep(
  on: Queryable,
  { userId, scope, step }: { readonly userId: UserId; readonly scope: CodeScope; readonly step: number },
): Promise<boolean> {
  const column = scope === 'account' ? 'account_step' : 'withdrawal_step';
  const claimed = await countRows(
    on,
    tables
      .updateTable('second_factor')
      .set(column, step)
      .where('user_id', '=', userId)
      .where(column, '<', step)
      .returning('user_id'),
  );
  return claimed === 1;
}

/** Uses one of the day's attempts, before the code is checked. Returns false when none is left. */
export async function claimTry(
  on: Queryable,
  options: {
    readonly userId: UserId;
    readonly at: Millis;
    readonly since: Millis;
    readonly triesMax: number;
  },
): Promise<boolean> {
  const { userId, at, since, triesMax } = options;
  const claimed = await countRows(
    on,
    tables
      .updateTable('second_factor')
      .set((eb) => ({
        tried_at: sql`array(select t from unnest(${eb.ref('tried_at')}) t where t > ${since}) || ${at}::bigint`,
      }))
      .where('user_id', '=', userId)
      .where(
        (eb) =>
          sql<boolean>`(select count(*) from unnest(${eb.ref('tried_at')}) t where t > ${since}) < ${triesMax}`,
      )
      .returning('user_id'),
  );
  return claimed === 1;
}

/** Gives back the attempt of a correct code. */
export async function giveTryBack(on: Queryable, userId: UserId, at: Millis): Promise<void> {
  await run(
    on,
    tables
      .updateTable('second_factor')
      .set((eb) => {
        const tries = eb.ref('tried_at');
        const place = sql`array_position(${tries}, ${at}::bigint)`;
        return { tried_at: sql`${tries}[:${place} - 1] || ${tries}[${place} + 1:]` };
      })
      .where('user_id', '=', userId)
      .where((eb) => sql<boolean>`${at} = any(${eb.ref('tried_at')})`),
  );
}
