/** Verification levels 0 to 4 and their withdrawal limits. */
import type { EngineView } from '@salar/engine';
import { minor, computeUnit } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId } from '@salar/protocol';
import type { AutomaticLimits } from '../withdrawals/acceptance.ts';

export const levelMax = 4; // product spec, section 6
/** The level of a proved identity, which every higher level requires. */
export const identityLevel = 1;

export function getLevelName(level: number): string {
  return `Level ${level}`;
}

/** Limits in minor units; null is unlimited, 0n is nothing. */
export type ProductLimits = {
  readonly productId: ProductId;
  readonly daily: Minor | null;
  readonly monthly: Minor | null;
  /** The part of the limits that open and paid withdrawals have not used. */
  readonly dailyLeft: Minor | null;
  readonly monthlyLeft: Minor | null;
  /** The most for which one withdrawal may be accepted automatically; above it an operator decides. */
  readonly automatic: Minor;
};
export type AccountLimits = {
  readonly level: number;
  /** In the notional product. */
  readonly dailyNotional: Minor | null;
  readonly monthlyNotional: Minor | null;
  readonly products: readonly ProductLimits[];
};

/**
 * Computes the withdrawal limits of an account's level and what is left of them, for every product at its current reference
 * price, rounded down.
 *
 * @param autoAccept  the customer's limits of automatic acceptance
 */
export function computeLimits(
  view: EngineView,
  { accountId, at, autoAccept }: { accountId: AccountId; at: Millis; autoAccept: AutomaticLimits },
): AccountLimits {
  const level = view.account(accountId)?.level ?? 0;
  const limits = view.levelLimits(level) ?? { dailyLimit: minor(0n), monthlyLimit: minor(0n) };
  const used = view.withdrawalUsage(accountId, at);
  const automatic = findSmallest([...Object.values(autoAccept), limits.dailyLimit, limits.monthlyLimit]);
  const products = view.products().map(({ productId, decimals }) => {
    const price = view.referencePrice(productId);
    const toProduct = (notional: bigint): Minor =>
      minor(price === null || price <= 0n ? 0n : (notional * computeUnit(decimals)) / price);
    const inProduct = (notional: Minor | null) => (notional === null ? null : toProduct(notional));
    return {
      productId,
      daily: inProduct(limits.dailyLimit),
      monthly: inProduct(limits.monthlyLimit),
      dailyLeft: inProduct(computeLeft(limits.dailyLimit, used.day)),
      monthlyLeft: inProduct(computeLeft(limits.monthlyLimit, used.month)),
      automatic: toProduct(automatic),
    };
  });
  return { level, dailyNotional: limits.dailyLimit, monthlyNotional: limits.monthlyLimit, products };
}

/** Finds the smallest of limits in the notional product; null means no limit. */
function findSmallest(limits: readonly (Minor | null)[]): bigint {
  const bounds = limits.filter((limit) => limit !== null);
  return bounds.reduce((smallest, limit) => (limit < smallest ? limit : smallest));
}

function computeLeft(limit: Minor | null, used: Minor): Minor | null {
  if (limit === null) return null;
  return minor(used < limit ? limit - used : 0n);
}
