/** Converts an order book, or its changes, to rows of numbers: one per price, all with the same update number. */
import type { WireNumber } from '@salar/protocol/wire';
import type { BookUpdate } from '@salar/services/market-data/feed/book-window';
import type { Units } from './units.ts';

const actions = { new: 0, update: 1, delete: 2 } as const;

export function toLevel2Rows(
  { instrumentId, updateId, at, lastPrice, changes }: BookUpdate,
  { price, quantity }: Units,
): readonly (readonly (number | WireNumber)[])[] {
  const last = price(lastPrice);
  return changes.map((level) => [
    updateId,
    level.accounts,
    at,
    actions[level.action],
    last,
    level.orders,
    price(level.price),
    instrumentId,
    quantity(level.quantity),
    level.side === 'buy' ? 0 : 1,
  ]);
}
