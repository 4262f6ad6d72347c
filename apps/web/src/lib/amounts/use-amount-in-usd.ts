import { formatDecimal, formatPrice } from '@salar/ui';
import { useUsdPrices } from '../../customer/use-usd-prices.ts';
import { compare, multiply } from '../../money/decimal.ts';

/** Returns the value of an amount in US dollars, rounded to cents and formatted; null without an amount or a price. */
export function useAmountInUsd(amount: string, symbol: string | undefined): string | null {
  const { prices } = useUsdPrices(symbol);
  const price = symbol === undefined ? undefined : prices.get(symbol)?.price;
  if (amount === '' || price === undefined) return null;
  const worth = multiply(amount, price);
  // Less than a cent is shown with its first significant digits instead of as zero.
  return compare(worth, '0.01') < 0
    ? formatPrice(worth)
    : formatDecimal(worth, { maxPlaces: 2, rounding: 'half' });
}
