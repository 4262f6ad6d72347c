import type { RowOf } from '../request.ts';

/** One account's balance of one product. The available balance is `amount` minus `hold`. Decimal text. */
export type Position = {
  readonly productId: number;
  readonly symbol: string;
  readonly amount: string;
  readonly hold: string;
};

export function readPosition(row: RowOf<'GetAccountPositions'>): Position {
  return {
    productId: row.integer('ProductId'),
    symbol: row.text('ProductSymbol'),
    amount: row.decimal('Amount'),
    hold: row.decimal('Hold'),
  };
}
