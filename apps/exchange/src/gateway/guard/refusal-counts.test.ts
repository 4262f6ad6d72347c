import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RefusalCounts } from './refusal-counts.ts';

let lines: unknown[];
let counts: RefusalCounts;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const log = { info() {}, error() {}, warn: (details: unknown) => void lines.push(details) };
  counts = new RefusalCounts(log);
});
afterEach(() => vi.useRealTimers());

test('refusals of an hour are one line, however many there were, and an hour without any has none', () => {
  for (let count = 0; count < 10_000; count += 1) counts.note('limited', 'sign-in');
  counts.note('malformed', 'frame');
  vi.advanceTimersByTime(60 * 60_000 - 1);
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(lines).toEqual([{ refused: { 'limited sign-in': 10_000, 'malformed frame': 1 } }]);
  vi.advanceTimersByTime(3 * 60 * 60_000);
  expect(lines).toHaveLength(1);
});

test('the end of the process logs what was counted', () => {
  counts.note('unauthenticated', 'read');
  counts.close();
  counts.close();
  expect(lines).toEqual([{ refused: { 'unauthenticated read': 1 } }]);
});
