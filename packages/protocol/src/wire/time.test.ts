import { expect, test } from 'vitest';
import { parseUtcDate, parseIso } from './time.ts';

const at = Date.UTC(2023, 10, 14, 22);

test.each([
  ['2023-11-14 22:00:00', at],
  ['2023-11-14T22:00:00Z', at],
  ['2023-11-14 22:00:00.125Z', at + 125],
  ['2023-11-14 22:00', at],
  ['2023-11-14', Date.UTC(2023, 10, 14)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
])('%s is a date in UTC', (text, millis) => {
  expect(parseUtcDate(text)).toBe(millis);
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
])('%s is not one', (text) => {
  expect(parseUtcDate(text)).toBeUndefined();
});

test.each([
  ['2023-11-14T22:00:00Z', at],
  ['2023-11-14T22:00Z', at],
  ['2023-11-15T03:30:00.125+05:30', at + 125],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
])('%s is a moment', (text, millis) => {
  expect(parseIso(text)).toBe(millis);
});

test.each([
  '2023-11-14T22:00:00',
  '2023-11-14',
  '2023-02-29T00:00:00Z',
  '2023-04-31T12:00:00-03:00',
  '2023-11-14T25:00Z',
])('%s is not a moment', (text) => {
  expect(parseIso(text)).toBeUndefined();
});
