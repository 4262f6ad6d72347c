import { formatPrice } from '@salar/ui';
import { useUsdPrices } from '../api/customer/use-usd-prices.ts';
import { multiply } from './decimal.ts';

/** About what an amount is worth in US dollars, formatted; null without an amount or a price. */
export function useAmountInUsd(amount: string, symbol: string | undefined): string | null {
  const { prices } = useUsdPrices(symbol);
  const price = symbol === undefined ? undefined : prices.get(symbol)?.price;
  return amount === '' || price === undefined ? null : formatPrice(multiply(amount, price));
}
