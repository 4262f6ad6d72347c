/** Runs the bundled worker that the server starts; the build runs before this project's tests. */
import { afterAll, expect, test } from 'vitest';
import { PasswordQueueFull, ThreadedPasswordHasher } from './password-hasher.ts';

const hasher = new ThreadedPasswordHasher({
  workerUrl: new URL('../../../../dist/server/password-worker.js', import.meta.url),
  peppers: [{ id: 1, key: Buffer.alloc(32, 7) }],
  parameters: { memoryKib: 1024, passes: 1, lanes: 1 },
});
afterAll(() => hasher.close());

test('the thread hashes and verifies', async () => {
  const stored = await hasher.hash('Quartz-harbour-9');
  expect(await hasher.verify('Quartz-harbour-9', stored)).toEqual({ isRight: true, needsRehash: false });
  expect(await hasher.verify('Quartz-harbour-8', stored)).toEqual({ isRight: false, needsRehash: false });
});

test('P1 the queue is bounded: the thirty-third caller is refused and may retry', async () => {
  const waiting = Array.from({ length: 33 }, () => hasher.hash('Quartz-harbour-9'));
  const results = await Promise.allSettled(waiting);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason as Error)).toEqual([expect.any(PasswordQueueFull)]);
});

test('a broken hash is reported to its caller and the thread continues', async () => {
  await expect(hasher.verify('Quartz-harbour-9', 'not a hash')).rejects.toThrow();
  expect(await hasher.hash('Quartz-harbour-9')).toMatch(/^\$argon2id\$/);
});
