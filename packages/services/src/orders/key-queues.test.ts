import { expect, test } from 'vitest';
import { KeyQueues } from './key-queues.ts';
import type { TableWork } from './key-queues.ts';

/** Work that ends when the test says so. */
function createWork() {
  let end: () => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  let begun = 0;
  const work: TableWork = () => {
    begun += 1;
    return ended;
  };
  return { work, end, fail, begun: () => begun };
}

/** Returns what submits a call that needs `work` first, and records the submission. */
function createCall(submitted: string[], name: string, work: TableWork | null = null) {
  let isReady = work === null;
  const ready: TableWork = async () => {
    await work?.();
    isReady = true;
  };
  return () => {
    if (!isReady) return ready;
    submitted.push(name);
    return Promise.resolve(name);
  };
}

test('calls are submitted in their order, whatever each waits for, without waiting for outcomes', async () => {
  const queues = new KeyQueues();
  const submitted: string[] = [];
  const [load, step] = [createWork(), createWork()];
  const never = () => {
    submitted.push('no outcome');
    return new Promise<string>(() => undefined);
  };
  const first = queues.run('key', createCall(submitted, 'first', load.work));
  void queues.run('key', never);
  const third = queues.run('key', createCall(submitted, 'third', step.work));
  const last = queues.run('key', createCall(submitted, 'last'));
  expect(submitted).toEqual([]);
  expect(await queues.run('other', createCall(submitted, 'other'))).toBe('other');
  load.end();
  expect(await first).toBe('first');
  expect(submitted).toEqual(['other', 'first', 'no outcome']);
  expect(queues.isWaiting('key')).toBe(true);
  step.end();
  expect(await Promise.all([third, last])).toEqual(['third', 'last']);
  expect(submitted).toEqual(['other', 'first', 'no outcome', 'third', 'last']);
  expect(queues.isWaiting('key')).toBe(false);
});

test('calls that need a table that failed are refused at once, the others are submitted, and the next one tries again', async () => {
  const queues = new KeyQueues();
  const submitted: string[] = [];
  const [broken, later] = [createWork(), createWork()];
  const results = Promise.allSettled([
    queues.run('key', createCall(submitted, 'first', broken.work)),
    queues.run('key', createCall(submitted, 'second', later.work)),
    queues.run('key', createCall(submitted, 'cancel')),
  ]);
  const error = new Error('the database is away');
  broken.fail(error);
  expect(await results).toEqual([
    { status: 'rejected', reason: error },
    { status: 'rejected', reason: error },
    { status: 'fulfilled', value: 'cancel' },
  ]);
  expect([later.begun(), queues.isWaiting('key')]).toEqual([0, false]);
  const back = createWork();
  back.end();
  expect(await queues.run('key', createCall(submitted, 'third', back.work))).toBe('third');
  expect(submitted).toEqual(['cancel', 'third']);
});

test('a call that throws, or whose outcome fails, stops no other', async () => {
  const queues = new KeyQueues();
  const work = createWork();
  const submitted: string[] = [];
  const results = Promise.allSettled([
    queues.run('key', createCall(submitted, 'first', work.work)),
    queues.run('key', () => {
      throw new Error('a fault');
    }),
    queues.run('key', () => Promise.reject(new Error('the queue is full'))),
    queues.run('key', createCall(submitted, 'fourth', work.work)),
  ]);
  work.end();
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ]);
});
