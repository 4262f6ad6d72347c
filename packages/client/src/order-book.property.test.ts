import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Level2Row } from './generated/calls.ts';
import { OrderBook } from './order-book.ts';

const row = (change: Partial<Level2Row>): Level2Row => ({
  MDUpdateId: 1,
  AccountCount: 1,
  ActionDateTime: 0,
  ActionType: 0,
  LastTradePrice: '0',
  OrderCount: 1,
  Price: '1',
  ProductPairCode: 1,
  Quantity: '1',
  Side: 0,
  ...change,
});
const rows = fc.array(
  fc
    .record({ tick: fc.nat(40), quantity: fc.nat(5), side: fc.constantFrom(0, 1) })
    .map(({ tick, quantity, side }) =>
      row({
        Price: (tick / 2).toFixed(1),
        Quantity: String(quantity),
        Side: side,
        ActionType: quantity === 0 ? 2 : 1,
      }),
    ),
);

/** Keeps the same state in the simplest way. */
function model(all: readonly Level2Row[], side: number): { price: string; quantity: string }[] {
  const quantities = new Map<string, string>();
  for (const { Price, Quantity, Side } of all) if (Side === side) quantities.set(Price, Quantity);
  return [...quantities]
    .filter(([, quantity]) => quantity !== '0')
    .map(([price, quantity]) => ({ price, quantity }))
    .sort((a, b) => (side === 0 ? Number(b.price) - Number(a.price) : Number(a.price) - Number(b.price)));
}

test('a book after any updates holds the last update of each price, best price first', () => {
  fc.assert(
    fc.property(rows, rows, (snapshot, updates) => {
      const book = new OrderBook();
      book.reset([row({ Price: '99' })]);
      book.reset(snapshot);
      book.apply(updates);
      const all = [...snapshot, ...updates];
      expect({ bids: book.bids, asks: book.asks }).toEqual({ bids: model(all, 0), asks: model(all, 1) });
    }),
  );
});

test('a price is one level however it is written, and arrays returned before do not change', () => {
  const book = new OrderBook();
  book.reset([row({ Price: '1.50', Quantity: '2' })]);
  const before = book.bids;
  book.apply([row({ Price: '1.5', Quantity: '3' }), row({ Price: '1.500', Quantity: '0', ActionType: 2 })]);
  expect(book.bids).toEqual([]);
  expect(before).toEqual([{ price: '1.50', quantity: '2' }]);
});
