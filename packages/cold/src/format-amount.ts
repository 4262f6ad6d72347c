/** The text of amounts. */
import { formatAmount } from '@salar/protocol';
import type { ColdAmount } from './cold-family.ts';

/** Formats an amount as it is shown and typed, such as `5000.5 USDT`. */
export function formatColdAmount({ minor, product, decimals }: ColdAmount): string {
  return `${formatAmount(minor, decimals)} ${product}`;
}
