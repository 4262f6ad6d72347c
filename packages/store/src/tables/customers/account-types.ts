/** What a customer is: decides which verification levels they may ask for, and with which documents. */
import type { UserId } from '@salar/protocol';
import type { AccountKind } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';

/** Whoever keeps users in memory reads this one anew afterwards. */
export async function writeAccountType(on: Queryable, user: UserId, type: AccountKind): Promise<void> {
  await on.query('UPDATE app_user SET account_type = $2 WHERE user_id = $1', [user, type]);
}
