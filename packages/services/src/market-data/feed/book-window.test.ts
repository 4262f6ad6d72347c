import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BookLevel, Level2 } from '@salar/engine';
import { instrumentId, lots, ticks } from '@salar/protocol';
import type { Side } from '@salar/protocol';
import { buildSnapshot, buildUpdate, joinUpdates } from './book-window.ts';
import type { BookUpdate } from './book-window.ts';

const side = (order: Side) =>
  fc
    .uniqueArray(
      fc.record({ price: fc.integer({ min: 1, max: 6 }), quantity: fc.bigInt({ min: 1n, max: 2n }) }),
      { selector: ({ price }) => price, maxLength: 5 },
    )
    .map((levels): BookLevel[] =>
      levels
        .map(({ price, quantity }) => ({
          price: ticks(price),
          quantity: lots(quantity),
          orders: 1,
          accounts: 1,
        }))
        .sort((one, other) => (order === 'buy' ? other.price - one.price : one.price - other.price)),
    );
const books = fc.array(fc.record({ bids: side('buy'), asks: side('sell') }), { minLength: 2, maxLength: 6 });
const moment = (updateId: number) =>
  ({ instrumentId: instrumentId(1), updateId, at: updateId, lastPrice: 0 }) as const;

test('updates joined into one turn the book before the first into the book after the last', () => {
  fc.assert(
    fc.property(books, ([start = { bids: [], asks: [] }, ...later]) => {
      let before: Level2 = start;
      const updates = later.map((levels, place) => {
        const update = buildUpdate(moment(place + 2), before, levels);
        before = levels;
        return update;
      });
      const [first, last] = [updates[0], updates.at(-1)];
      if (first === undefined || last === undefined) return;
      const joined = joinUpdates(first, last);
      expect(joined).toMatchObject(moment(last.updateId));
      expect(apply(apply(new Map(), buildSnapshot(moment(1), start)), joined)).toEqual(
        apply(new Map(), buildSnapshot(moment(1), last.levels)),
      );
    }),
    { numRuns: 500 },
  );
});

/** Applies an update as a client does; a level that is new must not be there, any other must. */
function apply(levels: ReadonlyMap<string, bigint>, { changes }: BookUpdate): Map<string, bigint> {
  const changed = new Map(levels);
  for (const { action, side: one, price, quantity } of changes) {
    const key = `${one} ${price}`;
    expect(changed.has(key)).toBe(action !== 'new');
    if (action === 'delete') changed.delete(key);
    else changed.set(key, quantity);
  }
  return changed;
}
