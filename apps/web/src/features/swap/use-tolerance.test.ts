import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findToleranceProblem, toTolerance, useTolerance } from './use-tolerance.ts';

test('it is half a percent until another one is chosen, which is remembered across pages', () => {
  const first = renderHook(() => useTolerance());
  expect(first.result.current.value).toBe('0.5');
  act(() => first.result.current.choose('1'));
  expect(renderHook(() => useTolerance()).result.current).toMatchObject({ choice: '1', value: '1' });
  act(() => first.result.current.typeOwn('2.25'));
  expect(renderHook(() => useTolerance()).result.current).toMatchObject({ choice: 'own', value: '2.25' });
});

test('a custom tolerance outside the limits has no value and is not stored', () => {
  const { result } = renderHook(() => useTolerance());
  act(() => result.current.typeOwn('50'));
  expect(result.current.value).toBeNull();
  expect(renderHook(() => useTolerance()).result.current.value).toBe('0.5');
});

test.each([
  ['0.01', '0.01'],
  ['5', '5'],
  ['0', null],
  ['5.01', null],
  ['0.001', null],
  ['', null],
  ['abc', null],
])('%j percent is %j', (text, value) => {
  expect(toTolerance(text)).toBe(value);
});

test.each([
  ['0', 'tooSmall'],
  ['0.00', 'tooSmall'],
  ['0.01', null],
  ['5', null],
  ['5.01', 'tooLarge'],
  ['', null],
  ['abc', null],
])('a custom tolerance of "%s" is on this side of the limits: %s', (text, problem) => {
  expect(findToleranceProblem(text)).toBe(problem);
});
