import type { AssetOption } from '@salar/ui';
import type { Holding } from '../../customer/holdings.ts';
import type { ReactNode } from 'react';
import { isPositive } from '../../money/decimal.ts';
import type { ProductName } from './use-product-name.ts';

/** Builds the rows of an asset picker: the customer's balances first, then the rest in the server's order. */
export function buildAssetOptions(
  holdings: readonly Holding[],
  drawBalance: (available: string) => ReactNode,
  getName: ProductName,
): AssetOption[] {
  const owned = holdings.filter(({ available }) => isPositive(available));
  const rest = holdings.filter(({ available }) => !isPositive(available));
  const seen = new Set<string>();
  const shared = new Set(
    holdings.flatMap(({ symbol }) => (seen.has(symbol) ? [symbol] : (seen.add(symbol), []))),
  );
  return [...owned, ...rest].map((holding) => ({
    id: holding.productId,
    symbol: holding.symbol,
    name: getName(holding),
    iconUrl: holding.iconUrl,
    balance: drawBalance(holding.available),
    // Two products with the same symbol are distinguished by their networks.
    network:
      shared.has(holding.symbol) && holding.networks.length > 0 ? holding.networks.join(', ') : undefined,
  }));
}
