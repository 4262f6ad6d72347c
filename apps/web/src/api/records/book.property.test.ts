import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LevelChange } from './market-rows.ts';
import { emptyBook, applyLevelChanges } from './book.ts';

const change: fc.Arbitrary<LevelChange> = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  // Prices whose order as text differs from their order as numbers.
  price: fc.integer({ min: 1, max: 30 }).map((ticks) => (ticks / 2).toString()),
  quantity: fc.integer({ min: 0, max: 3 }).map(String),
  orders: fc.integer({ min: 0, max: 5 }),
});

test('however the changes are split, the book holds the last quantity of each price, best first', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 12 }), { maxLength: 8 }), (updates) => {
      const book = updates.reduce(applyLevelChanges, emptyBook);
      for (const [side, levels, sign] of [
        ['buy', book.bids, -1],
        ['sell', book.asks, 1],
      ] as const) {
        const expected = new Map<string, string>();
        for (const one of updates.flat()) {
          if (one.side !== side) continue;
          if (one.quantity === '0') expected.delete(one.price);
          else expected.set(one.price, one.quantity);
        }
        expect(levels.map(({ price, quantity }) => [price, quantity])).toEqual(
          [...expected].sort(([a], [b]) => sign * (Number(a) - Number(b))),
        );
      }
    }),
  );
});

test('a side that no change touches stays the same list', () => {
  const book = applyLevelChanges(emptyBook, [{ side: 'buy', price: '10', quantity: '1', orders: 1 }]);
  const next = applyLevelChanges(book, [{ side: 'sell', price: '11', quantity: '1', orders: 1 }]);
  expect(next.bids).toBe(book.bids);
  expect(next.asks).toHaveLength(1);
});
