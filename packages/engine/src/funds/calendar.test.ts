import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toDayNumber, toMonthNumber } from './calendar.ts';

test.each([
  ['1970-01-01T00:00:00.000Z', 0, 1970 * 12],
  ['2024-02-29T23:59:59.999Z', 19_782, 2024 * 12 + 1],
  ['2026-12-31T23:59:59.999Z', 20_818, 2026 * 12 + 11],
  ['2100-03-01T00:00:00.000Z', 47_541, 2100 * 12 + 2],
])('%s is day %i of month %i', (text, day, month) => {
  expect([toDayNumber(Date.parse(text)), toMonthNumber(Date.parse(text))]).toEqual([day, month]);
});

test('months match the calendar', () => {
  const times = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });
  fc.assert(
    fc.property(times, (at) => {
      const date = new Date(at);
      expect(toMonthNumber(at)).toBe(date.getUTCFullYear() * 12 + date.getUTCMonth());
    }),
  );
});
