import { SequencerUnavailable } from '@salar/sequencer';
import { silentLog } from '@salar/services/ports/log';
import { expect, test } from 'vitest';
import { retryDuringStart } from './retry-during-start.ts';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const busy = () => new SequencerUnavailable('the database is away', { retryAfterMs: 1 });
const dead = () =>
  new SequencerUnavailable('the writer has stopped', { retryAfterMs: 1, isOutcomeUnknown: true });

async function tried(troubles: readonly Error[]): Promise<number> {
  const left = [...troubles];
  let times = 0;
  await retryDuringStart(silentLog, 'a step', async () => {
    times += 1;
    const trouble = left.shift();
    if (trouble) throw trouble;
  });
  return times;
}

test('a step is taken again while the database is away', async () => {
  expect(await tried([away(), busy()])).toBe(3);
});

test('any other failure is told at once', async () => {
  await expect(tried([new Error('the cluster is damaged')])).rejects.toThrow('damaged');
  await expect(tried([dead()])).rejects.toThrow('the writer has stopped');
});
