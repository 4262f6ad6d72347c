import type { RowOf } from '../request.ts';

/** Something a customer can own. */
export type Product = {
  readonly productId: number;
  readonly symbol: string;
  readonly fullName: string;
  readonly isFiat: boolean;
  readonly decimals: number;
  readonly canDeposit: boolean;
  readonly canWithdraw: boolean;
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
  };
}
