import { accountId, houseAccounts } from '@salar/protocol';
import { expect, test } from 'vitest';
import { Accounts } from './accounts.ts';

test('accounts are found by id, however far apart the ids are', () => {
  const accounts = new Accounts();
  const ids = [houseAccounts.custody, 1000, 1023, 1024, 1025, 2 ** 40].map((id) => accountId(id));
  const opened = ids.map((id) => accounts.open(id, 'customer'));
  for (const [i, id] of ids.entries()) expect(accounts.get(id)).toBe(opened[i]);
  expect(accounts.get(accountId(1001))).toBeUndefined();
  expect(accounts.get(accountId(2 ** 41))).toBeUndefined();
  expect([...accounts.rows()].map((row) => accounts.getId(row))).toEqual(ids);
  expect(opened.map((row) => accounts.getId(row))).toEqual(ids);
  expect(() => accounts.open(accountId(1024), 'customer')).toThrow('opened once');
});
