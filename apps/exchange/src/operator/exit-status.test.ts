import { refuseAct } from '@salar/services/operator/act';
import { expect, test } from 'vitest';
import { toExitStatus } from './exit-status.ts';

test('S5 a list that needs attention is no success for a script', () => {
  const answer = { ok: true, text: '1 comparisons differ.' } as const;
  expect(toExitStatus({ ...answer, needsAttention: true })).toBe(1);
  expect(toExitStatus({ ...answer, needsAttention: false })).toBe(0);
  expect(toExitStatus(answer)).toBe(0);
  expect(toExitStatus(refuseAct('not_found', 'there is no product XRP'))).toBe(1);
  expect(toExitStatus(refuseAct('params_wrong', 'which product?'))).toBe(2);
});
