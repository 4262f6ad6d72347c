/** Whether a customer is still who they were when a call began: nothing that gives a way in is done across a lock or a new password. */
import type { Queryable } from '@salar/store';
import { findUserForChange } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';

/**
 * The customer as of now, unchanged until the transaction ends.
 *
 * @param user  as read when the call began
 * @returns null when they were locked or have a new password since then
 */
export async function lockUnchangedCustomer(tx: Queryable, user: User): Promise<User | null> {
  const current = await findUserForChange(tx, user.userId);
  const isSame = current?.lockedAt === null && current.passwordVersion === user.passwordVersion;
  return isSame ? current : null;
}
