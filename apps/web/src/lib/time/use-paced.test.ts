import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { usePaced } from './use-paced.ts';

test('a value changes at once, then at most once per interval, and ends as the newest', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { result, rerender } = renderHook(({ value }) => usePaced(value, 1000), {
      initialProps: { value: 'a' },
    });
    const after = (ms: number, value: string) => {
      rerender({ value });
      act(() => {
        vi.advanceTimersByTime(ms);
      });
      return result.current;
    };
    expect(after(0, 'b')).toBe('b');
    expect(after(400, 'c')).toBe('b');
    expect(after(400, 'd')).toBe('b');
    expect(after(200, 'e')).toBe('e');
    expect(after(999, 'f')).toBe('e');
    expect(after(1, 'f')).toBe('f');
  } finally {
    vi.useRealTimers();
  }
});
