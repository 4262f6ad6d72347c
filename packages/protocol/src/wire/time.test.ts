import { expect, test } from 'vitest';
import { millisOfDate } from './time.ts';

const at = Date.UTC(2023, 10, 14, 22);

test.each([
  ['2023-11-14 22:00:00', at],
  ['2023-11-14T22:00:00Z', at],
  ['2023-11-14 22:00:00.125Z', at + 125],
  ['2023-11-14 22:00', at],
  ['2023-11-14', Date.UTC(2023, 10, 14)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
])('%s is a date in UTC', (text, millis) => {
  expect(millisOfDate(text)).toBe(millis);
});

test.each([
  '',
  '2023',
  '14.11.2023',
  '2023-11-14 22',
  '2023-02-29',
  '2023-13-01',
  '2023-11-14 25:00:00',
  '2023-11-14+1',
])('%s is none', (text) => {
  expect(millisOfDate(text)).toBeUndefined();
});
