/** The type of a customer: decides which verification levels they may request, and with which documents. */
import type { UserId } from '@salar/protocol';
import type { AccountKind } from '@salar/protocol/level-requests';
import type { Queryable } from '../../database.ts';
import { run, tables } from '../query.ts';

/** Writes the type. Callers that cache users must read this one again afterwards. */
export async function writeAccountType(on: Queryable, user: UserId, type: AccountKind): Promise<void> {
  await run(on, tables.updateTable('app_user').set({ account_type: type }).where('user_id', '=', user));
}
