/** Verification levels 0 to 4 and what each lets a customer withdraw. */
import type { Engine } from '@salar/engine';
import { minor, unitOf } from '@salar/protocol';
import type { AccountId, Millis, Minor, ProductId } from '@salar/protocol';

export const levelMax = 4; // product spec, section 6

export function levelNameOf(level: number): string {
  return `Level ${level}`;
}

/** Limits in minor units; null is unlimited, 0n is nothing. */
export type ProductLimits = {
  readonly productId: ProductId;
  readonly daily: Minor | null;
  readonly monthly: Minor | null;
  /** Of the limits what open and paid withdrawals have not used yet. */
  readonly dailyLeft: Minor | null;
  readonly monthlyLeft: Minor | null;
};
export type AccountLimits = {
  readonly level: number;
  /** In the notional product. */
  readonly dailyNotional: Minor | null;
  readonly monthlyNotional: Minor | null;
  readonly products: readonly ProductLimits[];
};

/**
 * The withdrawal limits of an account's level and what is left of them at a moment, for every product at its reference
 * price of now, rounded down.
 */
export function limitsOf(engine: Engine, accountId: AccountId, at: Millis): AccountLimits {
  const level = engine.account(accountId)?.level ?? 0;
  const limits = engine.levelLimits(level) ?? { dailyLimit: minor(0n), monthlyLimit: minor(0n) };
  const used = engine.withdrawalUsage(accountId, at);
  const products = engine.products().map(({ productId, decimals }) => {
    const price = engine.referencePrice(productId);
    const inProduct = (notional: Minor | null): Minor | null => {
      if (notional === null) return null;
      if (price === null || price <= 0n) return minor(0n);
      return minor((notional * unitOf(decimals)) / price);
    };
    return {
      productId,
      daily: inProduct(limits.dailyLimit),
      monthly: inProduct(limits.monthlyLimit),
      dailyLeft: inProduct(leftOf(limits.dailyLimit, used.day)),
      monthlyLeft: inProduct(leftOf(limits.monthlyLimit, used.month)),
    };
  });
  return { level, dailyNotional: limits.dailyLimit, monthlyNotional: limits.monthlyLimit, products };
}

function leftOf(limit: Minor | null, used: Minor): Minor | null {
  if (limit === null) return null;
  return minor(used < limit ? limit - used : 0n);
}
