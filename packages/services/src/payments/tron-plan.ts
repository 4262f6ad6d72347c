/** How a TRON payment was built, kept as text beside its bytes. */
import type { TronPlan } from '../ports/chain-signer.ts';

type StoredPlan = Omit<TronPlan, 'feeLimit'> & { readonly feeLimit: string };

export function writeTronPlan({ feeLimit, ...plan }: TronPlan): string {
  const stored: StoredPlan = { ...plan, feeLimit: feeLimit.toString() };
  return JSON.stringify(stored);
}

/** Reads what `writeTronPlan` wrote. */
export function readTronPlan(text: string): TronPlan {
  const { feeLimit, ...plan } = JSON.parse(text) as StoredPlan;
  return { ...plan, feeLimit: BigInt(feeLimit) };
}
