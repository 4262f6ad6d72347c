import { formatSwapBalance } from '@salar/ui';
import type { AssetOption } from '@salar/ui';
import type { Holding } from '../../api/customer/holdings.ts';
import { isPositive } from '../../lib/decimal.ts';

/** The picker's rows: own balances first, then the rest in the server's order. */
export function assetOptions(holdings: readonly Holding[]): AssetOption[] {
  const owned = holdings.filter(({ available }) => isPositive(available));
  const rest = holdings.filter((holding) => !owned.includes(holding));
  return [...owned, ...rest].map(({ productId, symbol, fullName, iconUrl, available }) => ({
    id: productId,
    symbol,
    name: fullName,
    iconUrl,
    balance: formatSwapBalance(available),
  }));
}
