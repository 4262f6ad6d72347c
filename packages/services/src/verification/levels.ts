/** Verification levels 0 to 4 and what each lets a customer withdraw. */
import type { Engine } from '@salar/engine';
import { minor, unitOf } from '@salar/protocol';
import type { AccountId, Minor, ProductId } from '@salar/protocol';

export const levelMax = 4; // product spec, section 6

export function levelNameOf(level: number): string {
  return `Level ${level}`;
}

/** Limits in minor units; null is unlimited, 0n is nothing. */
export type ProductLimits = {
  readonly productId: ProductId;
  readonly daily: Minor | null;
  readonly monthly: Minor | null;
};
export type AccountLimits = {
  readonly level: number;
  /** In the notional product. */
  readonly dailyNotional: Minor | null;
  readonly monthlyNotional: Minor | null;
  readonly products: readonly ProductLimits[];
};

/** The withdrawal limits of an account's level, for every product at its reference price of now, rounded down. */
export function limitsOf(engine: Engine, accountId: AccountId): AccountLimits {
  const level = engine.account(accountId)?.level ?? 0;
  const limits = engine.levelLimits(level) ?? { dailyLimit: minor(0n), monthlyLimit: minor(0n) };
  const products = engine.products().map(({ productId, decimals }) => {
    const price = engine.referencePrice(productId);
    const inProduct = (notional: Minor | null): Minor | null => {
      if (notional === null) return null;
      if (price === null || price <= 0n) return minor(0n);
      return minor((notional * unitOf(decimals)) / price);
    };
    return { productId, daily: inProduct(limits.dailyLimit), monthly: inProduct(limits.monthlyLimit) };
  });
  return { level, dailyNotional: limits.dailyLimit, monthlyNotional: limits.monthlyLimit, products };
}
