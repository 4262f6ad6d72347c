import { expect, test } from 'vitest';
import {
  compare,
  divideDown,
  divideUp,
  floorToIncrement,
  multiply,
  roundUp,
  subtract,
  truncate,
} from './decimal.ts';

test('eighteen decimals survive arithmetic', () => {
  expect(subtract('1', '0.000000000000000001')).toBe('0.999999999999999999');
  expect(multiply('123456789.123456789', '1000000000')).toBe('123456789123456789');
});

test('small results never carry an exponent', () => {
  expect(multiply('0.0000001', '0.1')).toBe('0.00000001');
});

test('division rounds in the named direction', () => {
  expect(divideDown('2', '3', 4)).toBe('0.6666');
  expect(divideUp('2', '3', 4)).toBe('0.6667');
});

test('division by zero has no value', () => {
  expect(divideDown('1', '0', 4)).toBeNull();
  expect(divideUp('1', '0.00', 4)).toBeNull();
});

test('flooring to an increment never rounds up', () => {
  expect(floorToIncrement('1.23999', '0.01')).toBe('1.23');
  expect(floorToIncrement('0.3', '0.1')).toBe('0.3');
  expect(floorToIncrement('7', '0')).toBe('7');
});

test('truncation rounds down and rounding up rounds up', () => {
  expect(truncate('0.99999', 2)).toBe('0.99');
  expect(roundUp('0.00101', 3)).toBe('0.002');
});

test('amounts compare as numbers, not as texts', () => {
  expect(compare('10', '9')).toBe(1);
  expect(compare('1.10', '1.1')).toBe(0);
});
