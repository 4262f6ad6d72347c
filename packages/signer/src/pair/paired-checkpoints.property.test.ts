/** Checkpoints of the journal under lost messages, restarts and changes of the leader, drawn at random. */
import { appendFileSync, readFileSync } from 'node:fs';
import { readCheckpoints } from '@salar/adapters/files/checkpoint-file';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Pair } from '../testing/pair.ts';
import type { Fault, Name } from '../testing/pair.ts';

const minuteMs = 60_000;
const [honest, rewritten] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
let pair: Pair;
beforeEach(() => {
  pair = new Pair();
});
afterEach(() => pair.end());

function sequencesOf(name: Name): readonly number[] {
  return readCheckpoints(pair.getCheckpointsPath(name)).map(({ sequence }) => sequence);
}

test('after the leader is lost, the other signer refuses a journal that contradicts its checkpoints', async () => {
  expect(await pair.checkpoint('first', 7, honest)).toBe('signed');
  pair.isDown.first = true;
  await pair.leadAlone('second');
  pair.now += minuteMs;
  for (const sequence of [6, 7])
    expect(await pair.checkpoint('second', sequence, rewritten)).toBe('checkpoint_conflict');
  expect(pair.conflicts).toHaveLength(2);
  expect(await pair.checkpoint('second', 7, honest)).toBe('signed');
  expect(await pair.checkpoint('second', 8, honest)).toBe('signed');
});

test('a signer that was away receives what it missed, and keeps what only it has', async () => {
  expect(await pair.checkpoint('first', 1, honest)).toBe('signed');
  pair.isDown.second = true;
  expect(await pair.checkpoint('first', 2, honest)).toBe('unavailable');
  await pair.leadAlone('first');
  for (const sequence of [2, 3]) {
    pair.now += minuteMs;
    expect(await pair.checkpoint('first', sequence, honest)).toBe('signed');
  }
  expect(sequencesOf('second')).toEqual([1]);
  pair.isDown.second = false;
  await pair.settle('first');
  pair.now += minuteMs;
  expect(await pair.checkpoint('first', 4, honest)).toBe('signed');
  expect(sequencesOf('second')).toEqual([1, 2, 3, 4]);
});

test('two signers that have signed different journals apart sign no more, and report it', async () => {
  pair.isDown.second = true;
  await pair.leadAlone('first');
  expect(await pair.checkpoint('first', 5, honest)).toBe('signed');
  pair.checkpoints.second.keep([]);
  expect((await pair.checkpoints.second.checkpoint({ sequence: 5, hash: rewritten })).ok).toBe(true);
  pair.isDown.second = false;
  await pair.settle('first');
  pair.now += minuteMs;
  expect(await pair.checkpoint('first', 6, honest)).toBe('checkpoint_conflict');
  expect(pair.conflicts.at(-1)).toContain('checkpoint 5');
  expect(sequencesOf('first')).toEqual([5]);
});

test('a checkpoint without the signature of this seed is not kept', async () => {
  expect(await pair.checkpoint('first', 1, honest)).toBe('signed');
  const [signed] = readCheckpoints(pair.getCheckpointsPath('first'));
  if (signed === undefined) throw new Error('the first signer has the checkpoint');
  const forged = { ...signed, sequence: 9 };
  expect(pair.checkpoints.second.keep([forged])).toEqual({ ok: false, refusal: 'checkpoint_conflict' });
  appendFileSync(pair.getCheckpointsPath('first'), `${JSON.stringify(forged)}\n`);
  await pair.restart('first');
  pair.now += minuteMs;
  expect(await pair.checkpoint('first', 10, honest)).toBe('checkpoint_conflict');
  expect(readFileSync(pair.getCheckpointsPath('second'), 'utf8')).not.toContain('"sequence":9');
});

test('a former leader that was not stopped signs no checkpoint', async () => {
  expect(await pair.checkpoint('first', 1, honest)).toBe('signed');
  await pair.leadAlone('second');
  pair.now += minuteMs;
  expect(await pair.checkpoint('first', 2, rewritten)).toBe('unavailable');
});

const step = fc.oneof(
  { weight: 6, arbitrary: fc.constant('checkpoint' as const) },
  { weight: 2, arbitrary: fc.constantFrom<Name>('first', 'second') },
  { weight: 3, arbitrary: fc.constantFrom<Fault>('request lost', 'answer lost') },
  { weight: 1, arbitrary: fc.constant('take over' as const) },
);

test('whatever is lost, the signer that leads next refuses every contradiction of what the exchange got', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      await pair.end();
      pair = new Pair();
      let end = 0;
      let newest = 0;
      for (const one of steps) {
        pair.now += minuteMs;
        const leader = pair.findLeader();
        if (one === 'checkpoint') {
          end += 1;
          // What a signer signs while it leads alone, the other one receives with the next checkpoint after it is back.
          const isAlone = pair.stores[leader].pair?.alone === true;
          if ((await pair.checkpoint(leader, end, honest)) === 'signed' && !isAlone) newest = end;
        } else if (one === 'first' || one === 'second') await pair.restart(one);
        else if (one === 'take over') {
          const other = leader === 'first' ? 'second' : 'first';
          pair.isDown[leader] = true;
          await pair.leadAlone(other);
          pair.isDown[leader] = false;
          if (newest > 0) expect(await pair.checkpoint(other, newest, rewritten)).toBe('checkpoint_conflict');
          await pair.settle(other);
        } else pair.fault = one;
      }
    }),
    { numRuns: 40, examples: [[['request lost', 'take over', 'checkpoint', 'take over']]] },
  );
});
