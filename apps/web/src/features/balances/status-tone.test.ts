import { expect, test } from 'vitest';
import { statusTone } from './status-tone.ts';

test.each([
  ['FullyExecuted', 'gain'],
  ['FullyProcessed', 'gain'],
  ['Working', 'warn'],
  ['Pending2Fa', 'warn'],
  ['Confirmed2Fa', 'warn'],
  ['Submitted', 'warn'],
  ['UserCanceled', 'loss'],
  ['AdminCancelled', 'loss'],
  ['LimitsRejected', 'loss'],
  ['Unheard', 'neutral'],
])('%s is %s', (status, tone) => {
  expect(statusTone(status)).toBe(tone);
});
