/** Serialises the plan of a TRON payment, stored as text beside its bytes. */
import type { TronPlan } from '../ports/chain-signer.ts';

type StoredPlan = Omit<TronPlan, 'feeLimit'> & { readonly feeLimit: string };

export function writeTronPlan({ feeLimit, ...plan }: TronPlan): string {
  const stored: StoredPlan = { ...plan, feeLimit: feeLimit.toString() };
  return JSON.stringify(stored);
}

/** Parses the text that `writeTronPlan` wrote. */
export function readTronPlan(text: string): TronPlan {
  const { feeLimit, ...plan } = JSON.parse(text) as StoredPlan;
  return { ...plan, feeLimit: BigInt(feeLimit) };
}
