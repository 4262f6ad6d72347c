import { expect, test } from 'vitest';
import { describeFailure } from './describe-failure.ts';

test.each([
  ['initdb: error: could not create directory "/x": No space left on device', /no disk space/],
  ['FATAL:  could not create lock file "postmaster.pid": Permission denied', /cannot read or write/],
  ['FATAL:  could not open file "global/pg_filenode.map": No such file', /is damaged/],
  ['PANIC:  could not locate a valid checkpoint record', /is damaged/],
  ['FATAL:  recovery ended before configured recovery target was reached', /archive ends before/],
  [
    'FATAL:  requested recovery stop point is before consistent recovery point',
    /before the end of the backup/,
  ],
  [
    'FATAL:  pre-existing shared memory block is still in use\nFATAL:  terminating connection due to unexpected postmaster exit',
    /shared memory block is still in use/,
  ],
  ['LOG: starting\nFATAL:  something new', /^it does not start \(something new\)$/],
  ['', /^it does not start$/],
])('%s becomes one sentence', (output, sentence) => {
  expect(describeFailure(output, 'it does not start')).toMatch(sentence);
});
