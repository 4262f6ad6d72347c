import { expect, test } from 'vitest';
import { findCaret, cepMask, cpfMask, applyMask } from './digit-mask.ts';

test.each([
  ['', ''],
  ['529', '529'],
  ['5299', '529.9'],
  ['52998224725', '529.982.247-25'],
  ['529.982.247-25', '529.982.247-25'],
  ['529982247256', '529.982.247-256'],
  ['a5b2', '52'],
])('%j is shown as %j', (text, shown) => {
  expect(applyMask(text, cpfMask)).toBe(shown);
});

test('a postal code has one hyphen', () => {
  expect(applyMask('50000000', cepMask)).toBe('50000-000');
});

test('the caret stays behind the same digit', () => {
  expect([0, 1, 3, 4, 11, 12].map((digits) => findCaret('529.982.247-25', digits))).toEqual([
    0, 1, 3, 5, 14, 14,
  ]);
});
