/** Changes of what customers sign in with, as a version before `app_user.credentials_changed_at` recorded them. Read once. */
import type { Millis, UserId } from '@salar/protocol';
import type { Queryable } from '../../database.ts';
import { run, runFirst, tables } from '../query.ts';

/** Returns the last change of each customer. */
export async function listFormerCredentialChanges(
  on: Queryable,
): Promise<readonly { readonly userId: UserId; readonly at: Millis }[]> {
  return run(
    on,
    tables
      .selectFrom('credential_change')
      .select(({ fn }) => ['user_id as userId', fn.max('changed_at').as('at')])
      .groupBy('user_id')
      .orderBy('user_id'),
  );
}

/** Returns true when some customer's row has the time of a change. */
export async function hasCredentialChanges(on: Queryable): Promise<boolean> {
  const query = tables
    .selectFrom('app_user')
    .select('user_id')
    .where('credentials_changed_at', 'is not', null)
    .limit(1);
  return (await runFirst(on, query)) !== null;
}
