import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { findToleranceProblem, toTolerance, useTolerance } from './use-tolerance.ts';

test('it is half a percent until another one is chosen, which outlives the page', () => {
  const first = renderHook(() => useTolerance());
  expect(first.result.current.value).toBe('0.5');
  act(() => first.result.current.choose('1'));
  expect(renderHook(() => useTolerance()).result.current).toMatchObject({ choice: '1', value: '1' });
  act(() => first.result.current.typeOwn('2.25'));
  expect(renderHook(() => useTolerance()).result.current).toMatchObject({ choice: 'own', value: '2.25' });
});

test('an own tolerance that is not offered is none, and is not kept', () => {
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
])('an own tolerance of "%s" is on this side of what is offered: %s', (text, problem) => {
  expect(findToleranceProblem(text)).toBe(problem);
});
