import type { RowOf } from '../request.ts';

/** A currency or token that a customer can own. */
export type Product = {
  readonly productId: number;
  readonly symbol: string;
  readonly fullName: string;
  readonly isFiat: boolean;
  readonly decimals: number;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
  /** The path of its icon on our own origin; null without an icon. */
  readonly iconUrl: string | null;
};

export function readProduct(row: RowOf<'GetProducts'>): Product {
  const symbol = row.text('Product');
  return {
    productId: row.integer('ProductId'),
    symbol,
    fullName: row.textOr('ProductFullName', symbol),
    isFiat: row.textOr('ProductType', '') === 'NationalCurrency',
    decimals: row.integer('DecimalPlaces'),
    canDeposit: row.flag('DepositEnabled'),
    canWithdraw: row.flag('WithdrawEnabled'),
    iconUrl: toIconPath(row.textOr('iconUrl', '')),
  };
}

/**
 * Reduces the absolute address of an icon to its path. The page may be open under another host name of the same
 * exchange, and it loads images only from its own origin.
 */
function toIconPath(url: string): string | null {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return /^\/icons\/products\/[a-z0-9]+\.svg$/.test(path) ? path : null;
}
