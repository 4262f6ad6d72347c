import { expect, test } from 'vitest';
import { computeBackoffMs, retry } from './backoff.ts';

const backoff = { firstMs: 20, maxMs: 1000 };

test('waits double up to the limit, however many failures there are', () => {
  const waits = [1, 2, 3, 6, 7, 50, 5_000].map((failures) => computeBackoffMs(backoff, failures));
  expect(waits).toEqual([20, 40, 80, 640, 1000, 1000, 1000]);
});

test('work is repeated until it succeeds, after the waits of its failures', async () => {
  const waits: number[] = [];
  let calls = 0;
  const result = await retry(
    async () => {
      calls += 1;
      if (calls < 4) throw new Error(`failure ${calls}`);
      return calls;
    },
    { backoff, canRetry: () => true, pause: async (ms) => waits.push(ms) },
  );
  expect(result).toBe(4);
  expect(waits).toEqual([20, 40, 80]);
});

test('an error that cannot be retried is thrown at once', async () => {
  const seen: unknown[] = [];
  let failures = 0;
  const attempts = retry(() => Promise.reject(new Error(`failure ${(failures += 1)}`)), {
    backoff,
    canRetry: (error, count) => {
      seen.push([String(error), count]);
      return count < 2;
    },
    pause: async () => undefined,
  });
  await expect(attempts).rejects.toThrow('failure 2');
  expect(seen).toEqual([
    ['Error: failure 1', 1],
    ['Error: failure 2', 2],
  ]);
});
