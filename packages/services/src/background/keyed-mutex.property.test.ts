import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

test('work of one key runs one at a time, in order, also after failures', async () => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(3), fails: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const mutex = new KeyedMutex<string>();
      const running = new Set<string>();
      const begun: number[] = [];
      const work = steps.map(({ key, turns, fails }, place) =>
        mutex.run(key, async () => {
          expect(running.has(key)).toBe(false);
          running.add(key);
          begun.push(place);
          for (let left = turns; left > 0; left -= 1) await turn();
          running.delete(key);
          if (fails) throw new Error(`step ${place}`);
          return place;
        }),
      );
      const results = await Promise.allSettled(work);
      expect(results.map(({ status }) => status)).toEqual(
        steps.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
      );
      for (const key of ['a', 'b', 'c']) {
        const ofKey = begun.filter((place) => steps[place]?.key === key);
        expect(ofKey).toEqual(ofKey.toSorted((a, b) => a - b));
      }
    }),
    { numRuns: 50 },
  );
});

test('different keys do not wait for each other', async () => {
  const mutex = new KeyedMutex<number>();
  const never = mutex.run(1, () => new Promise<void>(() => undefined));
  expect(await mutex.run(2, async () => 'done')).toBe('done');
  expect(await Promise.race([never, turn('waiting')])).toBe('waiting');
});

test('it is idle when what ran and waited has ended', async () => {
  const mutex = new KeyedMutex<number>();
  await mutex.waitUntilIdle();
  let ended = 0;
  const work = async () => {
    await turn();
    ended += 1;
    if (ended === 2) throw new Error('the second fails');
  };
  const runs = Promise.allSettled([mutex.run(1, work), mutex.run(1, work), mutex.run(2, work)]);
  await mutex.waitUntilIdle();
  expect(ended).toBe(3);
  await runs;
});
