/** Customers for tests that need a row of one, without registering it. */
import { millis } from '@salar/protocol';
import type { Millis } from '@salar/protocol';
import { UserRecords } from '@salar/services/accounts/user-records';
import { RowMacs } from '@salar/services/crypto/row-macs';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { silentLog } from '@salar/services/ports/log';
import type { Log } from '@salar/services/ports/log';
import type { Queryable } from '@salar/store';
import type { User } from '@salar/store/tables/customers/users';

/** Proves rows that a test writes. */
export const testMacs = new RowMacs({ box: new SealedBox(Buffer.alloc(32, 5)), log: silentLog });

/** Opens the records of users under a key of the test, or the key of a given box. */
export function openTestRecords(box = new SealedBox(Buffer.alloc(32, 5)), log: Log = silentLog): UserRecords {
  return new UserRecords(new RowMacs({ box, log }));
}

/** Adds a customer whose name is new. */
export async function insertTestUser(
  tx: Queryable,
  userName: string,
  {
    records = openTestRecords(),
    at = millis(0),
  }: { readonly records?: UserRecords; readonly at?: Millis } = {},
): Promise<User> {
  const email = `${userName}@example.com`;
  const user = await records.insert(tx, {
    userName,
    userNameKey: userName,
    email,
    emailKey: email,
    passwordHash: 'none',
    createdAt: at,
  });
  if (typeof user === 'string') throw new Error(`${userName} is not new: ${user}`);
  return user;
}
