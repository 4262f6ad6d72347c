import { expect, test } from 'vitest';
import { CommitUnknown } from './commit-doubt.ts';
import { NoPrimary } from './database-hosts.ts';
import { isTransientDatabaseError } from './transient-database-errors.ts';

const failure = (code: string) => Object.assign(new Error('the server refuses'), { code });

test.each([
  ['a server that only reads', failure('25006')],
  ['a server that shuts down', failure('57P01')],
  ['a server that crashed', failure('57P02')],
  ['a server that starts', failure('57P03')],
  ['a replica that recovers', failure('55000')],
  ['a port where nobody listens', failure('ECONNREFUSED')],
  ['a connection that is not answered', new Error('timeout expired')],
  ['a commit that may be lost', new CommitUnknown('the wait was canceled')],
  ['a cluster without a primary', new NoPrimary('no host is a primary')],
])('%s is waited for', (_what, error) => {
  expect(isTransientDatabaseError(error)).toBe(true);
});

test.each([
  ['a constraint', failure('23505')],
  ['a failed transaction', failure('25P02')],
  ['a missing table', failure('42P01')],
])('%s is not an outage', (_what, error) => {
  expect(isTransientDatabaseError(error)).toBe(false);
});
