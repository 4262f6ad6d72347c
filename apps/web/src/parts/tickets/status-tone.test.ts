import { expect, test } from 'vitest';
import { statusTone } from './status-tone.ts';

test.each([
  ['FullyExecuted', 'good'],
  ['FullyProcessed', 'good'],
  ['Working', 'wait'],
  ['Pending2Fa', 'wait'],
  ['Confirmed2Fa', 'wait'],
  ['Submitted', 'wait'],
  ['UserCanceled', 'quiet'],
  ['Canceled', 'quiet'],
  ['Cancelled', 'quiet'],
  ['AdminCanceled', 'bad'],
  ['AdminCancelled', 'bad'],
  ['LimitsRejected', 'bad'],
  ['Unheard', 'quiet'],
])('%s is %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone);
});
