/** Runs the bundled worker that the server starts; the build runs before this project's tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { PasswordQueueFull, ThreadedPasswordHasher } from './password-hasher.ts';
import type { HashCaller } from './fair-queue.ts';

const options = {
  workerUrl: new URL('../../../../dist/server/password-worker.js', import.meta.url),
  peppers: [{ id: 1, key: Buffer.alloc(32, 7) }],
  parameters: { memoryKib: 1024, passes: 1, lanes: 1 },
} as const;
const hasher = new ThreadedPasswordHasher({ ...options, threads: 2 });
afterAll(() => hasher.close());

const password = 'Quartz-harbour-9';
const home: HashCaller = { account: 'user 1', address: '192.0.2.1', isKnownDevice: true };
/** A stranger on one of many /64 networks of a /48. */
const stranger = (number: number): HashCaller => ({
  account: `name ${number}`,
  address: `2001:db8:1:${number.toString(16)}::1`,
  isKnownDevice: false,
});
const listThreads = () => readdirSync('/proc/self/task');

test('the threads hash and verify', async () => {
  const stored = await hasher.hash(password, home);
  expect(await hasher.verify(password, stored, home)).toEqual({ isRight: true, needsRehash: false });
  expect(await hasher.verify('Quartz-harbour-8', stored, home)).toEqual({
    isRight: false,
    needsRehash: false,
  });
});

test('P1 a home line that fills its share is refused for a while; a customer is served before the rest of it', async () => {
  const strangers = Array.from({ length: 2000 }, (_none, number) => hasher.hash(password, stranger(number)));
  const order: string[] = [];
  for (const one of strangers)
    one.then(
      () => order.push('stranger'),
      () => undefined,
    );
  const elsewhere = { ...stranger(0), address: '198.51.100.1', account: 'user 2' };
  await Promise.all([
    hasher.hash(password, home).then(() => order.push('known device')),
    hasher.hash(password, elsewhere).then(() => order.push('new device')),
  ]);
  // The threads are at work for strangers, who also have their turns; answers of two threads arrive in any order.
  expect(order.indexOf('known device')).toBeLessThan(10);
  expect(order.indexOf('new device')).toBeLessThan(12);

  const results = await Promise.allSettled(strangers);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  // Two at work, and as many waiting as one /48 may have.
  expect(results.length - refused.length).toBe(66);
  expect(refused.every((error) => error instanceof PasswordQueueFull && error.retryAfterMs >= 1000)).toBe(
    true,
  );
  // Others are served meanwhile: it is no outage.
  expect(refused.every((error) => error instanceof PasswordQueueFull && error.isCallersLimit)).toBe(true);
});

test('P1 a full queue refuses before anything is looked up; the more it refused, the longer they are spread over', async () => {
  const full = new ThreadedPasswordHasher({ ...options, threads: 1 });
  const strangers = Array.from({ length: 300 }, (_none, number) =>
    full.hash(password, { ...stranger(number), address: `10.${number >> 8}.${number & 255}.1` }),
  );
  const results = Promise.allSettled(strangers);
  full.checkPlace({ isKnownDevice: true });
  const refuse = (): PasswordQueueFull => {
    try {
      full.checkPlace({ isKnownDevice: false });
    } catch (error) {
      if (error instanceof PasswordQueueFull) return error;
      throw error;
    }
    throw new Error('there was a place');
  };
  // 150 wait, at 100 ms each until a hash was measured.
  expect(refuse().retryAfterMs).toBeLessThan(45_000);
  for (let count = 0; count < 2000; count += 1) refuse();
  const later = Array.from({ length: 200 }, () => refuse().retryAfterMs);
  expect(Math.max(...later)).toBeGreaterThan(50_000);
  expect(Math.min(...later)).toBeLessThan(10_000);
  await full.close();
  expect((await results).filter(({ status }) => status === 'fulfilled').length).toBeLessThan(300);
});

test('P1 a caller that waits for too long is refused and may retry', async () => {
  const slow = new ThreadedPasswordHasher({ ...options, threads: 1, waitMaxMs: 1 });
  const waiting = Array.from({ length: 40 }, (_none, number) =>
    slow.hash(password, { ...home, account: `user ${number}`, address: `198.51.${number}.1` }),
  );
  const results = await Promise.allSettled(waiting);
  await slow.close();
  expect(results[0]?.status).toBe('fulfilled');
  expect(results[39]).toMatchObject({ status: 'rejected', reason: { name: 'PasswordQueueFull' } });
});

test('a broken hash is reported to its caller and the thread continues', async () => {
  await expect(hasher.verify(password, 'not a hash', home)).rejects.toThrow();
  expect(await hasher.hash(password, home)).toMatch(/^\$argon2id\$/);
});

test.runIf(process.platform === 'linux')('matching goes before the threads, and they only', () => {
  const readNiceness = (thread: string) => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ');
    return Number(fields.split(' ')[16]);
  };
  const nice = listThreads().filter((thread) => readNiceness(thread) >= 10);
  const own = readNiceness(String(process.pid));
  expect(nice.length).toBeGreaterThanOrEqual(2);
  expect(own >= 10 || nice.length < listThreads().length).toBe(true);
});

test('callers that wait when it closes get an error', async () => {
  const closing = new ThreadedPasswordHasher({ ...options, threads: 1 });
  const waiting = [closing.hash(password, home), closing.hash(password, home)];
  const results = Promise.allSettled(waiting);
  await closing.close();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await expect(closing.hash(password, home)).rejects.toThrow('closed');
});
