/** Plans a Bitcoin payment: its inputs, fee and change. Pure: no network, no clock. */
import type { BitcoinBranch, BitcoinInput, BitcoinPlan } from '../ports/chain-signer.ts';
import { changeMin, inputsMax, computeVirtualSize } from './bitcoin-size.ts';

/** The fee that every replacement adds for its own size, satoshi per virtual byte (BIP-125 rule 4). */
const relayRate = 1n;

export type PlanNeeds = {
  /** Satoshi that the receiver gets. */
  readonly net: bigint;
  readonly destination: string;
  /** Satoshi per virtual byte. */
  readonly feeRate: bigint;
  /** Always spent: an earlier form of the payment has them. */
  readonly reserved: readonly BitcoinInput[];
  /** May be added, largest first. */
  readonly free: readonly BitcoinInput[];
  /** The form to replace. */
  readonly replaced?: UnplacedPlan;
};

/** A payment whose change has no key yet. */
export type UnplacedPlan = Omit<BitcoinPlan, 'changeBranch' | 'changeIndex'>;

/**
 * Builds the payment: the smallest single output that is enough, or else the largest ones together.
 *
 * Dust change goes to the miner. A replacement pays at least an eighth more per byte than the form before, and in total at
 * least that form's fee plus the relay fee of its own size.
 *
 * @returns null when the outputs are not enough, or too many would be needed
 */
export function planPayment(needs: PlanNeeds): UnplacedPlan | null {
  const { reserved, free } = needs;
  if (reserved.length > 0) {
    const plan = planWith(needs, reserved);
    if (plan !== null) return plan;
  }
  const smallestFirst = [...free].sort((left, right) => (left.amount < right.amount ? -1 : 1));
  for (const output of smallestFirst) {
    const plan = planWith(needs, [...reserved, output]);
    if (plan !== null) return plan;
  }
  const inputs = [...reserved];
  for (const output of free) {
    inputs.push(output);
    const plan = planWith(needs, inputs);
    if (plan !== null || inputs.length > inputsMax) return plan;
  }
  return null;
}

function planWith(needs: PlanNeeds, inputs: readonly BitcoinInput[]): UnplacedPlan | null {
  if (inputs.length > inputsMax) return null;
  const left = inputs.reduce((sum, { amount }) => sum + amount, 0n) - needs.net;
  const withChange = computeFee(needs, inputs.length, true);
  const shared = { family: 'bitcoin', inputs: [...inputs] } as const;
  if (left >= withChange + changeMin) return { ...shared, fee: withChange, change: left - withChange };
  return left >= computeFee(needs, inputs.length, false) ? { ...shared, fee: left, change: 0n } : null;
}

/** Computes the fee of a payment, or of the form that replaces an earlier one. */
export function computeFee(
  { destination, feeRate, replaced }: Pick<PlanNeeds, 'destination' | 'feeRate' | 'replaced'>,
  inputs: number,
  hasChange: boolean,
): bigint {
  const size = computeVirtualSize({ inputs, destination, hasChange });
  if (replaced === undefined) return feeRate * size;
  const replacedSize = computeVirtualSize({
    inputs: replaced.inputs.length,
    destination,
    hasChange: replaced.change > 0n,
  });
  const replacedRate = (replaced.fee + replacedSize - 1n) / replacedSize;
  const rate = greater(feeRate, (replacedRate * 9n + 7n) / 8n);
  return greater(rate * size, replaced.fee + relayRate * size);
}

function greater(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

type StoredPlan = Omit<BitcoinPlan, 'fee' | 'change' | 'changeBranch' | 'inputs'> & {
  readonly fee: string;
  readonly change: string;
  /** Plans of version 0.1 have none: their change is on branch 1. */
  readonly changeBranch?: BitcoinBranch;
  readonly inputs: readonly (Omit<BitcoinInput, 'amount'> & { readonly amount: string })[];
};

/** Serialises the plan to the text stored beside the signed bytes. */
export function writeBitcoinPlan(plan: BitcoinPlan): string {
  const { family, inputs, fee, change, changeBranch, changeIndex } = plan;
  const stored: StoredPlan = {
    family,
    inputs: inputs.map((input) => ({ ...input, amount: input.amount.toString() })),
    fee: fee.toString(),
    change: change.toString(),
    changeBranch,
    changeIndex,
  };
  return JSON.stringify(stored);
}

/** Parses the text that `writeBitcoinPlan` wrote. */
export function readBitcoinPlan(text: string): BitcoinPlan {
  const { family, inputs, fee, change, changeBranch = 1, changeIndex } = JSON.parse(text) as StoredPlan;
  return {
    family,
    inputs: inputs.map((input) => ({ ...input, amount: BigInt(input.amount) })),
    fee: BigInt(fee),
    change: BigInt(change),
    changeBranch,
    changeIndex,
  };
}
