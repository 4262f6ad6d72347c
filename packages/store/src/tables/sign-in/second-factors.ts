/**
 * Second factors: the sealed secret, which codes were used, and how many were wrong. Each deciding change is one
 * UPDATE.
 */
import { sql } from 'kysely';
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { countRows, prepare, run, tables } from '../query.ts';

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
};

const factorByUser = prepare('second_factor_of', ({ userId }: { readonly userId: UserId }) =>
  tables
    .selectFrom('second_factor')
    .select([
      'secret',
      'made_at as madeAt',
      'enabled_at as enabledAt',
      'off_asked_by as offRequestedBy',
      'off_asked_at as offRequestedAt',
      'reset_due_at as resetDueAt',
    ])
    .where('user_id', '=', userId),
);

export async function findSecondFactor(on: Queryable, userId: UserId): Promise<SecondFactorRow | null> {
  const [row] = await factorByUser(on, { userId });
  return row ?? null;
}

/** Stores a secret that is not confirmed yet, replacing an earlier one. Returns false when the factor is on. */
export async function storePendingSecret(
  on: Queryable,
  { userId, secret, at }: { readonly userId: UserId; readonly secret: Buffer; readonly at: Millis },
): Promise<boolean> {
  const stored = await countRows(
    on,
    tables
      .insertInto('second_factor')
      .values({ user_id: userId, secret, made_at: at })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ secret, made_at: at, account_step: 0, withdrawal_step: 0 })
          .where('second_factor.enabled_at', 'is', null),
      )
      .returning('user_id'),
  );
  return stored === 1;
}

/**
 * Switches on the very secret that was confirmed. Returns false when it is on already, or another secret replaced it.
 */
export async function switchOnSecondFactor(
  tx: Queryable,
  { userId, secret, at }: { readonly userId: UserId; readonly secret: Buffer; readonly at: Millis },
): Promise<boolean> {
  const switched = await countRows(
    tx,
    tables
      .updateTable('second_factor')
      .set({ enabled_at: at })
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('enabled_at', 'is', null)
      .returning('user_id'),
  );
  return switched === 1;
}

/** Deletes the secret and every pending request about it. Returns false when it is off already. */
export async function switchOffSecondFactor(tx: Queryable, userId: UserId): Promise<boolean> {
  const switched = await countRows(
    tx,
    tables
      .updateTable('second_factor')
      .set({
        secret: null,
        made_at: null,
        enabled_at: null,
        off_asked_by: null,
        off_asked_at: null,
        reset_due_at: null,
      })
      .where('user_id', '=', userId)
      .where('enabled_at', 'is not', null)
      .returning('user_id'),
  );
  return switched === 1;
}

/** Records which session requests to switch it off. Returns false when it is off. */
export async function requestSecondFactorOff(
  on: Queryable,
  { userId, sessionId, at }: { readonly userId: UserId; readonly sessionId: string; readonly at: Millis },
): Promise<boolean> {
  const requested = await countRows(
    on,
    tables
      .updateTable('second_factor')
      .set({ off_asked_by: sessionId, off_asked_at: at })
      .where('user_id', '=', userId)
      .where('enabled_at', 'is not', null)
      .returning('user_id'),
  );
  return requested === 1;
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

/** Schedules the removal of a factor that was lost. Returns false when it is off, or a removal is scheduled already. */
export async function planReset(on: Queryable, userId: UserId, dueAt: Millis): Promise<boolean> {
  const planned = await countRows(
    on,
    tables
      .updateTable('second_factor')
      .set({ reset_due_at: dueAt })
      .where('user_id', '=', userId)
      .where('enabled_at', 'is not', null)
      .where('reset_due_at', 'is', null)
      .returning('user_id'),
  );
  return planned === 1;
}

/** Returns false when none was scheduled. */
export async function cancelReset(on: Queryable, userId: UserId): Promise<boolean> {
  const cancelled = await countRows(
    on,
    tables
      .updateTable('second_factor')
      .set({ reset_due_at: null })
      .where('user_id', '=', userId)
      .where('reset_due_at', 'is not', null)
      .returning('user_id'),
  );
  return cancelled === 1;
}

/** Locks the row when its reset is due; returns false when it is not. */
export async function isResetDue(tx: Queryable, userId: UserId, at: Millis): Promise<boolean> {
  const due = await countRows(
    tx,
    tables
      .selectFrom('second_factor')
      .select('user_id')
      .where('user_id', '=', userId)
      .where('reset_due_at', '<=', at)
      .forUpdate(),
  );
  return due === 1;
}
