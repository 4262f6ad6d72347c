/** Plans a move of the hot wallet's outputs to cold storage. Pure: no network, no clock. */
import { computeFee } from '../payments/bitcoin-plan.ts';
import type { PlanNeeds, UnplacedPlan } from '../payments/bitcoin-plan.ts';
import { changeMin, inputsMax, paymentMin } from '../payments/bitcoin-size.ts';
import { coldFeeDivisor } from '../ports/chain-signer.ts';
import type { BitcoinInput } from '../ports/chain-signer.ts';

export type MoveNeeds = Pick<PlanNeeds, 'destination' | 'feeRate' | 'replaced'> & {
  /** Satoshi that cold storage should get; less when the outputs have no more. */
  readonly wanted: bigint;
};

/** `amount` is what cold storage gets. */
export type PlannedMove = { readonly plan: UnplacedPlan; readonly amount: bigint };

/**
 * Builds a move from the largest outputs, as many as it needs; the rest is change.
 *
 * @param free  the largest first
 * @returns null when a move would cost too much for what it brings
 */
export function planMove(needs: MoveNeeds, free: readonly BitcoinInput[]): PlannedMove | null {
  let planned: PlannedMove | null = null;
  const inputs: BitcoinInput[] = [];
  for (const output of free.slice(0, inputsMax)) {
    inputs.push(output);
    const next = planMoveOf(needs, inputs);
    // A further output that costs more than it brings, or all further ones, are too small.
    if (planned !== null && (next === null || next.amount <= planned.amount)) break;
    planned = next;
    if (planned !== null && planned.amount >= needs.wanted) break;
  }
  return planned;
}

/** Builds a move that spends all of these outputs. @returns null when it would cost too much for what it brings */
export function planMoveOf(needs: MoveNeeds, inputs: readonly BitcoinInput[]): PlannedMove | null {
  if (inputs.length === 0) return null;
  const sum = inputs.reduce((total, { amount }) => total + amount, 0n);
  const shared = { family: 'bitcoin', inputs: [...inputs] } as const;
  const withChange = computeFee(needs, inputs.length, true);
  const change = sum - needs.wanted - withChange;
  const planned =
    change >= changeMin
      ? { plan: { ...shared, fee: withChange, change }, amount: needs.wanted }
      : planWithoutChange(shared, sum, computeFee(needs, inputs.length, false));
  const { plan, amount } = planned;
  return amount < paymentMin || plan.fee * coldFeeDivisor > amount ? null : planned;
}

function planWithoutChange(
  shared: Pick<UnplacedPlan, 'family' | 'inputs'>,
  sum: bigint,
  fee: bigint,
): PlannedMove {
  return { plan: { ...shared, fee, change: 0n }, amount: sum - fee };
}
