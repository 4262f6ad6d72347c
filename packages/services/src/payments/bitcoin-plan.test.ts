/** Coin selection of payments, and that no amount is lost. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { BitcoinInput } from '../ports/chain-signer.ts';
import { planPayment, readBitcoinPlan, writeBitcoinPlan } from './bitcoin-plan.ts';
import type { PlanNeeds, UnplacedPlan } from './bitcoin-plan.ts';
import { changeMin, inputsMax, computeVirtualSize } from './bitcoin-size.ts';

const destination = 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk';

function outputs(...amounts: readonly bigint[]): readonly BitcoinInput[] {
  return amounts
    .map((amount, vout) => ({ txId: 'aa'.repeat(32), vout, amount, branch: 0 as const, index: vout }))
    .sort((left, right) => (left.amount > right.amount ? -1 : 1));
}

function plan(needs: Partial<PlanNeeds>): UnplacedPlan | null {
  return planPayment({
    net: 100_000n,
    destination,
    feeRate: 10n,
    reserved: [],
    free: [],
    ...needs,
  });
}

function amounts(made: UnplacedPlan | null): readonly bigint[] | undefined {
  return made?.inputs.map(({ amount }) => amount);
}

describe('a payment', () => {
  test('takes the smallest single output that is enough, and leaves the large ones', () => {
    expect(amounts(plan({ free: outputs(90_000n, 5_000_000n, 150_000n, 200_000n) }))).toEqual([150_000n]);
  });

  test('takes the largest ones together when no single one is enough', () => {
    expect(amounts(plan({ free: outputs(40_000n, 90_000n, 30_000n, 50_000n) }))).toEqual([90_000n, 50_000n]);
  });

  test('costs its size at the rate: one input, receiver and change are 141 bytes', () => {
    expect(plan({ free: outputs(150_000n) })).toMatchObject({ fee: 1_410n, change: 48_590n });
  });

  test('gives change that would be dust to the miner', () => {
    expect(plan({ free: outputs(101_410n + changeMin) })).toMatchObject({ fee: 1_410n, change: changeMin });
    expect(plan({ free: outputs(101_410n + changeMin - 1n) })).toMatchObject({ fee: 1_703n, change: 0n });
    expect(plan({ free: outputs(101_100n) })).toMatchObject({ fee: 1_100n, change: 0n });
    expect(plan({ free: outputs(101_099n) })).toBeNull();
  });

  test('waits when all outputs together are not enough, or too many would be needed', () => {
    expect(plan({ free: outputs(50_000n, 50_000n) })).toBeNull();
    const crumbs = outputs(...Array.from({ length: inputsMax + 50 }, () => 1_600n));
    expect(plan({ free: crumbs })).toBeNull();
  });

  test('keeps the reservations of an earlier form, and adds only what is missing', () => {
    const reserved = outputs(120_000n);
    expect(amounts(plan({ reserved, free: outputs(900_000n) }))).toEqual([120_000n]);
    expect(amounts(plan({ reserved, net: 125_000n, free: outputs(900_000n, 30_000n) }))).toEqual([
      120_000n,
      30_000n,
    ]);
  });
});

test('a replacement pays an eighth more per byte, and more in total by its own size', () => {
  const reserved = outputs(150_000n);
  const replaced = plan({ free: reserved });
  if (replaced === null) throw new Error('the first form can be paid');
  const next = plan({ reserved, replaced });
  expect(next).toMatchObject({ fee: 1_692n, change: 48_308n });
  const floor = { ...replaced, fee: 141n, change: 49_859n };
  expect(plan({ reserved, replaced: floor, feeRate: 1n })).toMatchObject({ fee: 282n });
});

test('inputs are always payment, fee and change together, the fee is at the rate, and nothing is dust', () => {
  const satoshi = (max: bigint) => fc.bigInt({ min: 1n, max });
  fc.assert(
    fc.property(
      fc.array(satoshi(10n ** 7n), { maxLength: 120 }),
      fc.bigInt({ min: 546n, max: 10n ** 8n }),
      satoshi(500n),
      (parts, net, feeRate) => {
        const free = outputs(...parts);
        const made = plan({ free, net, feeRate });
        if (made === null) return;
        const sum = made.inputs.reduce((total, { amount }) => total + amount, 0n);
        expect(sum).toBe(net + made.fee + made.change);
        expect(made.change === 0n || made.change >= changeMin).toBe(true);
        const hasChange = made.change > 0n;
        const size = computeVirtualSize({ inputs: made.inputs.length, destination, hasChange });
        expect(made.fee >= feeRate * size).toBe(true);
        const withChange = computeVirtualSize({ inputs: made.inputs.length, destination, hasChange: true });
        expect(made.fee < feeRate * withChange + changeMin || made.fee === feeRate * size).toBe(true);
        expect(new Set(made.inputs).size).toBe(made.inputs.length);
      },
    ),
  );
});

test('a stored plan is read back unchanged', () => {
  const unplaced = plan({ free: outputs(150_000n) });
  if (unplaced === null) throw new Error('it can be paid');
  const made = { ...unplaced, changeBranch: 3, changeIndex: 4 } as const;
  expect(readBitcoinPlan(writeBitcoinPlan(made))).toEqual(made);
});

test('the change of a plan of version 0.1 is on branch 1', () => {
  const stored = '{"family":"bitcoin","inputs":[],"fee":"7","change":"294","changeIndex":5}';
  expect(readBitcoinPlan(stored)).toMatchObject({ changeBranch: 1, changeIndex: 5 });
});
