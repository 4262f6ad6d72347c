import type { User } from '@salar/store/tables/customers/users';

/** Returns true when nobody may act as the customer: an operator locked the account, or its owner froze it. */
export function isClosed({
  isLockedByOperator,
  isFrozen,
}: Pick<User, 'isLockedByOperator' | 'isFrozen'>): boolean {
  return isLockedByOperator || isFrozen;
}
