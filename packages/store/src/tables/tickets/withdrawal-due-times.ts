/** When a withdraw ticket needs work without a request of its customer or an operator. */
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import { matchAny, runFirst, tables } from '../query.ts';

/**
 * Returns when the next ticket has to be continued, expired, decided or released, in milliseconds of the epoch; null when
 * none has to be. A time that is long past means now.
 *
 * @param options.newGraceMs  age at which a ticket that is still `New` counts as interrupted
 * @param options.releasing  statuses whose hold is released
 */
export async function readNextWithdrawalDueAt(
  on: Queryable,
  options: { readonly newGraceMs: number; readonly releasing: readonly string[] },
): Promise<number | null> {
  const statuses = ['New', 'Pending2Fa', 'Confirmed2Fa', 'Delayed', ...options.releasing];
  const row = await runFirst(
    on,
    tables
      .selectFrom((eb) =>
        eb
          .selectFrom('withdrawal')
          .select((on) =>
            on
              .case('status')
              .when('New')
              .then(sql<number>`created_at + ${options.newGraceMs}::bigint`)
              .when('Pending2Fa')
              .then(on.ref('code_expires_at'))
              .when('Delayed')
              .then(on.ref('delayed_until'))
              .else(0)
              .end()
              .as('due_at'),
          )
          .where('money_done', '=', false)
          .where('status', '=', matchAny(statuses))
          .as('open'),
      )
      .select(({ fn }) => fn.min<number | null>('open.due_at').as('dueAt')),
  );
  return row?.dueAt ?? null;
}
