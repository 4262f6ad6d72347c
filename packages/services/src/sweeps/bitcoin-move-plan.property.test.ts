/** Plans of moves to cold storage: no satoshi is lost, and none is wasted. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeVirtualSize, changeMin, inputsMax, paymentMin } from '../payments/bitcoin-size.ts';
import { coldFeeDivisor } from '../ports/chain-signer.ts';
import type { BitcoinInput } from '../ports/chain-signer.ts';
import { planMove, planMoveOf } from './bitcoin-move-plan.ts';
import type { PlannedMove } from './bitcoin-move-plan.ts';

const destination = `bcrt1q${'q'.repeat(58)}`;

function outputs(amounts: readonly bigint[]): readonly BitcoinInput[] {
  return amounts
    .map((amount, vout) => ({ txId: 'aa'.repeat(32), vout, amount, branch: 0 as const, index: vout }))
    .sort((left, right) => (left.amount > right.amount ? -1 : 1));
}

function sum(inputs: readonly BitcoinInput[]): bigint {
  return inputs.reduce((total, { amount }) => total + amount, 0n);
}

function expectSound({ plan, amount }: PlannedMove, feeRate: bigint): void {
  const { inputs, change, fee } = plan;
  expect(sum(inputs)).toBe(amount + change + fee);
  expect(change === 0n || change >= changeMin).toBe(true);
  expect(amount >= paymentMin && fee * coldFeeDivisor <= amount).toBe(true);
  expect(new Set(inputs).size).toBe(inputs.length);
  expect(inputs.length).toBeLessThanOrEqual(inputsMax);
  const size = computeVirtualSize({ inputs: inputs.length, destination, hasChange: change > 0n });
  expect(fee).toBe(feeRate * size);
}

const amount = (max: bigint) => fc.bigInt({ min: 1n, max });

test('inputs are what cold storage gets, fee and change together; and it gets what is wanted if the outputs have it', () => {
  fc.assert(
    fc.property(
      fc.array(amount(10n ** 9n), { maxLength: 130 }),
      amount(10n ** 11n),
      amount(500n),
      (parts, wanted, feeRate) => {
        const free = outputs(parts);
        const planned = planMove({ wanted, feeRate, destination }, free);
        if (planned === null) return;
        expectSound(planned, feeRate);
        const { plan } = planned;
        const all = planMoveOf({ wanted: sum(free), feeRate, destination }, free.slice(0, inputsMax));
        if (planned.amount < wanted) expect(all === null || planned.amount >= all.amount).toBe(true);
        else expect(planned.amount - wanted < changeMin + feeRate * 31n + 1n).toBe(true);
        // Without the smallest of its outputs it would bring less than is wanted.
        const fewer = planMoveOf({ wanted, feeRate, destination }, plan.inputs.slice(0, -1));
        if (plan.inputs.length > 1) expect(fewer === null || fewer.amount < wanted).toBe(true);
      },
    ),
  );
});

test('a replacement spends the same outputs, pays more per byte and in total, and loses nothing', () => {
  fc.assert(
    fc.property(
      fc.array(amount(10n ** 9n), { minLength: 1, maxLength: 100 }),
      amount(10n ** 10n),
      amount(100n),
      (parts, wanted, feeRate) => {
        const first = planMove({ wanted, feeRate, destination }, outputs(parts));
        if (first === null) return;
        const { plan } = first;
        const next = planMoveOf({ wanted, feeRate, destination, replaced: plan }, plan.inputs);
        if (next === null) return;
        expect(next.plan.inputs).toEqual(plan.inputs);
        expect(sum(next.plan.inputs)).toBe(next.amount + next.plan.change + next.plan.fee);
        expect(next.plan.fee > plan.fee).toBe(true);
      },
    ),
  );
});

describe('no move is planned', () => {
  test.each([
    ['without outputs', [], 1_000_000n, 1n],
    ['of outputs that cost more than a twentieth of what they bring', [20_000n, 20_000n], 30_000n, 50n],
    ['of dust', [600n], 600n, 1n],
  ])('%s', (_, parts, wanted, feeRate) => {
    expect(planMove({ wanted, feeRate, destination }, outputs(parts))).toBeNull();
  });
});
