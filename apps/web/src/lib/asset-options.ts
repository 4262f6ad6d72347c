import type { AssetOption } from '@salar/ui';
import type { Holding } from '../api/customer/holdings.ts';
import { isPositive } from './decimal.ts';

/** The rows of an asset picker: own balances first, then the rest in the server's order. */
export function assetOptions(
  holdings: readonly Holding[],
  balanceText: (available: string) => string,
): AssetOption[] {
  const owned = holdings.filter(({ available }) => isPositive(available));
  const rest = holdings.filter(({ available }) => !isPositive(available));
  const seen = new Set<string>();
  const shared = new Set(
    holdings.flatMap(({ symbol }) => (seen.has(symbol) ? [symbol] : (seen.add(symbol), []))),
  );
  return [...owned, ...rest].map(({ productId, symbol, fullName, iconUrl, available, networks }) => ({
    id: productId,
    symbol,
    name: fullName,
    iconUrl,
    balance: balanceText(available),
    // Two products with one symbol are told apart by where they move.
    network: shared.has(symbol) && networks.length > 0 ? networks.join(', ') : undefined,
  }));
}
