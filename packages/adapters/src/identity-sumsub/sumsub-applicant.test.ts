import { expect, test } from 'vitest';
import { readApplicant } from './sumsub-applicant.ts';

const green = { reviewAnswer: 'GREEN' };
const red = (reviewRejectType?: string, more: object = {}) => ({
  reviewAnswer: 'RED',
  ...(reviewRejectType && { reviewRejectType }),
  ...more,
});

test.each([
  [undefined, undefined, 'init'],
  ['init', undefined, 'init'],
  ['pending', undefined, 'pending'],
  ['prechecked', undefined, 'pending'],
  ['queued', undefined, 'pending'],
  ['onHold', red('RETRY'), 'pending'],
  ['awaitingUser', undefined, 'pending'],
  ['awaitingService', green, 'pending'],
  ['a future value', green, 'pending'],
  ['completed', green, 'approved'],
  ['completed', red('RETRY'), 'retry'],
  ['completed', red('FINAL'), 'rejected'],
  ['completed', red('RETRY', { rejectLabels: ['FORGERY', 'BLOCKLIST'] }), 'retry'],
  ['completed', red('FINAL', { rejectLabels: ['LOW_QUALITY'] }), 'rejected'],
  ['completed', red(), 'retry'],
  ['completed', { reviewAnswer: 'YELLOW' }, 'pending'],
  ['completed', undefined, 'pending'],
])('a review that is %j with %j is %s', (reviewStatus, reviewResult, status) => {
  const applicant = readApplicant({
    id: 'a1',
    externalUserId: 'u-17',
    review: { levelName: 'level-1-basic', reviewStatus, reviewResult },
  });
  expect(applicant).toEqual({
    applicantId: 'a1',
    externalUserId: 'u-17',
    levelName: 'level-1-basic',
    status,
    comment: null,
  });
});

test('customers see the comment written for them, and nothing else', () => {
  const applicant = readApplicant({
    id: 'a1',
    externalUserId: 'u-17',
    review: {
      levelName: 'level-1-basic',
      reviewStatus: 'completed',
      reviewResult: red('RETRY', {
        moderationComment: ' Please upload a sharper photo. ',
        clientComment: 'internal',
      }),
    },
  });
  expect(applicant?.comment).toBe('Please upload a sharper photo.');
});

test.each([{}, { id: 'a1' }, { id: '', externalUserId: 'u-1' }, { id: 1, externalUserId: 'u-1' }])(
  '%j is not an applicant',
  (value) => expect(readApplicant(value)).toBeNull(),
);
