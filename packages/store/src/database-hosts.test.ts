import { expect, test } from 'vitest';
import { splitDatabaseAddress } from './database-hosts.ts';

test.each([
  [
    'postgres://salar:a%2Cb@one:5432,two:5433,[::1]/salar?sslmode=verify-full',
    [
      'postgres://salar:a%2Cb@one:5432/salar?sslmode=verify-full',
      'postgres://salar:a%2Cb@two:5433/salar?sslmode=verify-full',
      'postgres://salar:a%2Cb@[::1]/salar?sslmode=verify-full',
    ],
  ],
  ['postgresql://one,two', ['postgresql://one', 'postgresql://two']],
  ['postgres://salar@%2Ftmp%2Fa/salar', ['postgres://salar@%2Ftmp%2Fa/salar']],
  ['postgres:///salar?host=/run/postgresql', ['postgres:///salar?host=/run/postgresql']],
])('%s is split into its hosts', (address, expected) => {
  expect(splitDatabaseAddress(address)).toEqual(expected);
});
