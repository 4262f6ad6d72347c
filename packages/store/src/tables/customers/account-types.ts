/** The type of a customer: decides which verification levels they may request, and with which documents. */
import type { UserId } from '@salar/protocol';
import type { AccountKind } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';

/** Writes the type. Callers that cache users must read this one again afterwards. */
export async function writeAccountType(on: Queryable, user: UserId, type: AccountKind): Promise<void> {
  await on.query('UPDATE app_user SET account_type = $2 WHERE user_id = $1', [user, type]);
}
