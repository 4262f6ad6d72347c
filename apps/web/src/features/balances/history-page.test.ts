import { expect, test } from 'vitest';
import { canGoBack, canGoNext, findSettledPage } from './history-page.ts';

// covers: dashboard.17
test('next is disabled with fewer than ten rows, previous on the first page', () => {
  expect([canGoNext(9), canGoNext(10)]).toEqual([false, true]);
  expect([canGoBack(0), canGoBack(1)]).toEqual([false, true]);
});

// covers: dashboard.18
test('an empty page steps back, but never before the first', () => {
  expect(findSettledPage(3, 0)).toBe(2);
  expect(findSettledPage(0, 0)).toBe(0);
  expect(findSettledPage(3, 1)).toBe(3);
});
