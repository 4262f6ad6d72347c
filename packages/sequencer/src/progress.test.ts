import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

test('a promise resolves when the number reaches its target, not before', async () => {
  const progress = new Progress(3);
  const done: number[] = [];
  const waits = [3, 4, 6].map((target) => progress.waitFor(target).then(() => done.push(target)));
  progress.advance(5);
  await Promise.all(waits.slice(0, 2));
  expect(done).toEqual([3, 4]);
  progress.advance(4);
  expect(progress.reached).toBe(5);
  progress.advance(6);
  await waits[2];
  expect(done).toEqual([3, 4, 6]);
});

test('after a failure nothing waits any more, and a reached target stays reached', async () => {
  const progress = new Progress(1);
  const waiting = progress.waitFor(2);
  progress.fail(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  await expect(progress.waitFor(2)).rejects.toThrow('stopped');
  await expect(progress.waitFor(1)).resolves.toBeUndefined();
});
