import { millis, userId } from '@salar/protocol';
import type { ReviewRecord } from '@salar/store/tables/verification/reviews';
import { expect, test } from 'vitest';
import { findTaken, listReports } from './review-rules.ts';

function review(reviewNumber: number, level: number, status: string, by = 'operator:'): ReviewRecord {
  const at = { asOf: 0, receivedAt: millis(0) };
  const known = { userId: userId(7), comment: null, isApplied: true, mac: null };
  return { ...known, ...at, eventId: `${by}${reviewNumber}`, reviewNumber, level, status };
}

test.each([
  { said: '', taken: null },
  { said: 'approved 1', taken: null },
  { said: 'rejected 2, rejected 1', taken: 1 },
  { said: 'rejected 1, rejected 2', taken: 1 },
  { said: 'rejected 1, approved 1', taken: 2 },
  { said: 'rejected 2, approved 1', taken: 2 },
  { said: 'rejected 1, approved 3', taken: 4 },
  { said: 'rejected 1, approved 4', taken: null },
])('after operators said "$said", the lowest taken level is $taken', ({ said, taken }) => {
  const rows = said.split(', ').flatMap((text, place) => {
    const [status = '', level = ''] = text.split(' ');
    return status === '' ? [] : [review(place + 1, Number(level), status)];
  });
  const provider = review(9, 1, 'rejected', 'sumsub:');
  // Rows are read by level, and not in the order of the decisions.
  expect(findTaken([provider, ...rows.toReversed()])).toBe(taken);
});

test('a final refusal is about all lower levels, and any other report about its own', () => {
  const event = { eventId: 'a', userId: userId(7), level: 3, comment: null } as const;
  const list = (status: 'retry' | 'rejected') =>
    listReports({ ...event, status }).map(({ eventId, level }) => `${eventId} ${level}`);
  expect(list('rejected')).toEqual(['a/level-1 1', 'a/level-2 2', 'a 3']);
  expect(list('retry')).toEqual(['a 3']);
});
