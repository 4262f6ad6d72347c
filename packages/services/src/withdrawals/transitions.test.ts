import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cancelableStates,
  confirmedStates,
  releasingStates,
  listStatesBefore,
  toWithdrawalState,
  withdrawalTransitions,
} from './transitions.ts';
import type { WithdrawalState } from './transitions.ts';

const states = Object.keys(withdrawalTransitions) as WithdrawalState[];
const ends: readonly WithdrawalState[] = [...releasingStates, 'FullyProcessed'];

describe('the transition table of withdrawals', () => {
  // covers: calls.22
  test('ends exactly where the money is settled or released', () => {
    expect(states.filter((state) => withdrawalTransitions[state].length === 0).sort()).toEqual(
      [...ends].sort(),
    );
  });

  test('allows a customer to cancel until the payment begins, and never after', () => {
    expect(cancelableStates).toEqual([
      'Pending2Fa',
      'Confirmed2Fa',
      'Delayed',
      'AutoAccepted',
      'AdminProcessing',
      'Accepted',
    ]);
  });

  // covers: withdraw.27
  test('reaches a payment only through the mailed confirmation and an acceptance', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat()), (choices) => {
        const path: WithdrawalState[] = ['New'];
        for (const choice of choices) {
          const next = withdrawalTransitions[path.at(-1) ?? 'New'];
          const chosen = next[choice % Math.max(next.length, 1)];
          if (chosen === undefined || path.length > 40) break;
          path.push(chosen);
        }
        const paying = path.indexOf('SystemProcessing');
        if (paying === -1) return;
        const before = path.slice(0, paying);
        expect(before).toContain('Confirmed2Fa');
        expect(before.includes('AutoAccepted') || before.includes('Accepted')).toBe(true);
        // Only an operator can bring a ticket back to a status in which it may be cancelled.
        const after = path.slice(paying);
        if (!after.includes('AdminProcessing')) expect(after).not.toContain('UserCanceled');
      }),
    );
  });

  test('has confirmed statuses exactly after the mailed link', () => {
    for (const state of confirmedStates) expect(listStatesBefore(state)).not.toContain('New');
    expect(confirmedStates).not.toContain('Pending2Fa');
  });

  test('has no other statuses', () => {
    expect(toWithdrawalState('Submitted')).toBe('Submitted');
    expect(() => toWithdrawalState('toString')).toThrow('unknown status');
  });
});
