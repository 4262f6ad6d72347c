import { expect, test } from 'vitest';
import { formatMailAmount, formatMailDevice, formatMailTime } from './mail-format.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test.each([
  ['en', 'Jan 1, 2026, 10:04 PM (Bogotá time, UTC-5)'],
  ['es', '1 ene 2026, 10:04 p.m. (hora de Bogotá, UTC-5)'],
  ['pt', '2 de jan. de 2026, 00:04 (horário de Brasília, UTC-3)'],
] as const)('a time in %s is in the zone of its country, and names the zone', (language, text) => {
  expect(formatMailTime(Date.UTC(2026, 0, 2, 3, 4), language)).toBe(text);
});

test.each([
  ['0.1', '0.10'],
  ['5', '5.00'],
  ['1552888.5', '1,552,888.50'],
  ['999', '999.00'],
  ['1000', '1,000.00'],
  ['0.123456789012345678', '0.123456789012345678'],
  // Must not be read as one thousand two hundred thirty-four.
  ['1.234', '1.2340'],
  ['0.234', '0.234'],
  ['1234.567', '1,234.567'],
])('the amount %s is formatted as %s', (amount, text) => {
  expect(formatMailAmount(amount)).toBe(text);
});

test.each([
  ['en', firefox, 'Firefox on Linux'],
  ['es', firefox, 'Firefox en Linux'],
  ['pt', firefox, 'Firefox no Linux'],
  ['es', 'curl/8.5.0', 'curl'],
  ['es', null, null],
] as const)('a device in %s: %s is %s', (language, agent, name) => {
  expect(formatMailDevice(agent, language)).toBe(name);
});
