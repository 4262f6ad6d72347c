import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRerun } from './use-rerun.ts';

test('calls while it runs lead to one more run, however many there are', async () => {
  const ends: (() => void)[] = [];
  const run = () => new Promise<void>((resolve) => ends.push(resolve));
  const { result } = renderHook(() => useRerun(run));
  result.current();
  result.current();
  result.current();
  expect(ends).toHaveLength(1);
  await act(async () => ends[0]?.());
  expect(ends).toHaveLength(2);
  await act(async () => ends[1]?.());
  expect(ends).toHaveLength(2);
  result.current();
  expect(ends).toHaveLength(3);
});
