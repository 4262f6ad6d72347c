import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useOpened } from './use-opened.ts';

test('a closing overlay keeps its figures; the next opening has its own', () => {
  const { result, rerender } = renderHook(useOpened<{ isOpen: boolean; amount: string }>, {
    initialProps: { isOpen: false, amount: '' },
  });
  rerender({ isOpen: true, amount: '0.5' });
  expect(result.current).toEqual({ isOpen: true, amount: '0.5' });
  rerender({ isOpen: false, amount: '' });
  expect(result.current).toEqual({ isOpen: false, amount: '0.5' });
  rerender({ isOpen: true, amount: '2' });
  expect(result.current).toEqual({ isOpen: true, amount: '2' });
});
