import { expect, test } from 'vitest';
import { toWireDecimal, toWireInteger } from './number.ts';
import {
  boolean,
  byName,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  row,
  text,
  tuple,
  writeJson,
} from './shapes.ts';
import { formatIso, toWireTicks } from './time.ts';

const shape = object({
  Id: integer,
  Amount: number,
  Note: nullable(text),
  IsDone: boolean,
  Extra: optional(integer),
});

test('decimals are written digit for digit, optional keys are left out', () => {
  const value = { Id: 7, Amount: toWireDecimal(123_456_789_012_345_678_901n, 18), Note: null, IsDone: true };
  expect(writeJson(shape, value)).toBe('{"Id":7,"Amount":123.456789012345678901,"Note":null,"IsDone":true}');
});

test('G9 an undeclared key is not written', () => {
  const user = { Id: 1, Amount: toWireDecimal(0n, 2), Note: 'x', IsDone: false, PasswordHash: 'secret' };
  expect(writeJson(shape, user)).toBe('{"Id":1,"Amount":0,"Note":"x","IsDone":false}');
});

test('a missing declared key throws instead of leaving a gap in the answer', () => {
  expect(() => writeJson(shape, { Id: 1 } as never)).toThrow('an answer has its declared key Amount');
});

test('rows have their documented length', () => {
  const rows = list(row({ At: 'integer', Price: 'number' }));
  expect(writeJson(rows, [[1, toWireDecimal(-5n, 1)]])).toBe('[[1,-0.5]]');
  expect(() => writeJson(rows, [[1]])).toThrow('its documented length');
});

test('times are ticks and ISO text', () => {
  expect(toWireTicks(1_700_000_000_123).text).toBe('638355968001230000');
  expect(formatIso(1_700_000_000_123)).toBe('2023-11-14T22:13:20.123Z');
  expect(toWireInteger(2n ** 64n).text).toBe('18446744073709551616');
});

test('a row may have texts next to numbers', () => {
  const mixed = tuple({ Id: integer, Symbol: text, Price: number });
  expect(writeJson(mixed, [1, 'A"B', toWireDecimal(15n, 1)])).toBe('[1,"A\\"B",1.5]');
  expect(() => writeJson(mixed, [1, 'AB'])).toThrow('documented length');
});

test('an answer by name has the given names, and nothing undeclared under them', () => {
  const prices = byName(object({ Price: number }));
  const values = new Map([
    ['BTC_USDT', { Price: toWireDecimal(15n, 1), Secret: 'x' }],
    ['"', { Price: toWireDecimal(0n, 1) }],
  ]);
  expect(writeJson(prices, values)).toBe('{"BTC_USDT":{"Price":1.5},"\\"":{"Price":0}}');
});
