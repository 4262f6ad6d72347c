/** Checks that a customer is unchanged since a call began: no access is granted across a lock or a new password. */
import type { Queryable } from '@salar/store';
import { findUserForChange } from '@salar/store/tables/customers/users';
import type { User } from '@salar/store/tables/customers/users';

/**
 * Reads the customer and locks the row until the transaction ends.
 *
 * @param user  as read when the call began
 * @returns null when the customer was locked or has a new password since then
 */
export async function lockUnchangedCustomer(tx: Queryable, user: User): Promise<User | null> {
  const current = await findUserForChange(tx, user.userId);
  const isSame = current?.lockedAt === null && current.passwordVersion === user.passwordVersion;
  return isSame ? current : null;
}
