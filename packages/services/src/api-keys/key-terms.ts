/** The terms of an API key: what it may do, how much of it, and from where. */
import type { Product } from '@salar/engine';
import { formatAmount } from '@salar/protocol';
import type { ApiKeyRow } from '@salar/store/tables/sign-in/api-keys';

export type KeyTerms = Pick<ApiKeyRow, 'permissions' | 'addresses' | 'dailyNotional'>;
type Limit = ApiKeyRow['dailyNotional'];

/** Sorts permissions, each once. */
export function orderPermissions(permissions: readonly string[]): readonly string[] {
  return [...new Set(permissions)].toSorted();
}

/** Returns true when a limit allows what the former one did not; null is no limit. */
export function isHigherLimit(limit: Limit, former: Limit): boolean {
  return former !== null && (limit === null || limit > former);
}

/** Formats terms for the security log: "Trading; *; 50000000 COP". */
export function formatTerms(
  { permissions, addresses, dailyNotional }: KeyTerms,
  notional: Product | null,
): string {
  const terms = [permissions.join(', ') || '-', addresses.join(', ') || '*'];
  if (dailyNotional !== null && notional !== null)
    terms.push(`${formatAmount(dailyNotional, notional.decimals)} ${notional.symbol}`);
  return terms.join('; ');
}
