import { expect, test } from 'vitest';
import { toStatusGroup, toStatusTone } from './status-group.ts';

// covers: report.18, report.19, report.20
test.each([
  ['FullyExecuted', 'confirmed'],
  ['Accepted', 'confirmed'],
  ['AutoAccepted', 'confirmed'],
  ['Confirmed', 'confirmed'],
  ['Confirmed2Fa', 'confirmed'],
  ['Working', 'pending'],
  ['New', 'pending'],
  ['Pending', 'pending'],
  ['Pending2Fa', 'pending'],
  ['AdminProcessing', 'pending'],
  ['SystemProcessing', 'pending'],
  ['Rejected', 'failed'],
  ['Canceled', 'failed'],
  ['UserCanceled', 'failed'],
  ['AdminCanceled', 'failed'],
  ['Expired', 'failed'],
  ['Failed', 'failed'],
  ['FAILED', 'failed'],
  ['FullyProcessed', 'confirmed'],
  ['Submitted', null],
  ['Delayed', null],
  ['', null],
])('%s belongs to %s', (status, group) => {
  expect(toStatusGroup(status)).toBe(group);
});

test.each([
  ['FullyProcessed', 'good'],
  ['Working', 'wait'],
  ['Rejected', 'bad'],
  ['AdminCanceled', 'bad'],
  ['Canceled', 'quiet'],
  ['UserCanceled', 'quiet'],
  ['Submitted', 'quiet'],
])('%s is drawn as %s: what the customer canceled is no failure', (status, tone) => {
  expect(toStatusTone(status)).toBe(tone);
});
