import { SequencerUnavailable } from '@salar/sequencer';
import { silentLog } from '@salar/services/ports/log';
import { expect, test } from 'vitest';
import { retryDuringStart } from './retry-during-start.ts';

const away = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
const busy = () => new SequencerUnavailable('the database is away', { retryAfterMs: 1 });
const dead = () =>
  new SequencerUnavailable('the writer has stopped', { retryAfterMs: 1, isOutcomeUnknown: true });

async function countAttempts(failures: readonly Error[]): Promise<number> {
  const left = [...failures];
  let times = 0;
  await retryDuringStart(silentLog, 'a step', async () => {
    times += 1;
    const trouble = left.shift();
    if (trouble) throw trouble;
  });
  return times;
}

test('a step is retried while the database is unavailable', async () => {
  expect(await countAttempts([away(), busy()])).toBe(3);
});

test('any other failure is thrown at once', async () => {
  await expect(countAttempts([new Error('the cluster is damaged')])).rejects.toThrow('damaged');
  await expect(countAttempts([dead()])).rejects.toThrow('the writer has stopped');
});
