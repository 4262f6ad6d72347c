import { expect, test } from 'vitest';
import { levelAction, levelStatus } from './level-status.ts';

test('an account at level 0 has not started, and everything above is under review', () => {
  expect([0, 1, 2, 3, 4].map((card) => levelStatus(0, card))).toEqual([
    'notStarted',
    'underReview',
    'underReview',
    'underReview',
    'underReview',
  ]);
});

test('the level reached and all below are verified', () => {
  expect([0, 1, 2, 3].map((card) => levelStatus(2, card))).toEqual([
    'verified',
    'verified',
    'verified',
    'underReview',
  ]);
});

test('level 1 starts here until it is verified', () => {
  expect(levelAction(0, { level: 1, formLink: null })).toBe('start');
  expect(levelAction(1, { level: 1, formLink: null })).toBeNull();
});

test('other levels open their form where there is one', () => {
  expect(levelAction(1, { level: 3, formLink: 'https://survey.example' })).toBe('form');
  expect(levelAction(1, { level: 2, formLink: null })).toBeNull();
  expect(levelAction(0, { level: 0, formLink: null })).toBeNull();
  expect(levelAction(3, { level: 3, formLink: 'https://survey.example' })).toBeNull();
});
