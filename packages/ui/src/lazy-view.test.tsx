import { afterEach, expect, test, vi } from 'vitest';
import { lazyView } from './lazy-view.tsx';

afterEach(() => vi.useRealTimers());

test('views that most pages open load three seconds after the start, others later', async () => {
  vi.useFakeTimers();
  const soon = vi.fn(async () => () => null);
  const later = vi.fn(async () => () => null);
  lazyView(soon, 'soon');
  lazyView(later);
  await vi.advanceTimersByTimeAsync(2900);
  expect(soon).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(4200);
  expect(soon).toHaveBeenCalledOnce();
  expect(later).not.toHaveBeenCalled();
});
