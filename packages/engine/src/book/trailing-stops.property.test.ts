/** Trailing stops that move in groups, compared with a list in which each stop moves on its own. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { lots, millis, orderId, ticks } from '@salar/protocol';
import type { Side } from '@salar/protocol';
import { stopOrder } from '@salar/testing/engine-fixture';
import { Heap } from './heap.ts';
import { getCurrentStop, Order } from './order.ts';
import { TrailingStops } from './trailing-stops.ts';
import { account, instrument } from './testing/test-orders.ts';

/** Creates an order that was placed while its trigger was at `price`. */
function createOrder(id: number, side: Side, trailingAmount: number, price: number): Order {
  const command = stopOrder('trailing_stop_market', side, 1, { trailingAmount });
  const order = new Order(orderId(id), account, instrument, command, millis(1));
  const currentStop = ticks(side === 'sell' ? price - trailingAmount : price + trailingAmount);
  const reserve = { reservePrice: ticks(0), reserveLotCost: lots(0n) };
  order.stop = { terms: command.stop, currentStop, group: null, isWaiting: true, ...reserve };
  return order;
}

type Model = { readonly order: Order; readonly amount: number; stop: number };

const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('add' as const),
        amount: fc.integer({ min: 1, max: 6 }),
        price: fc.integer({ min: 50, max: 70 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('follow' as const), price: fc.integer({ min: 50, max: 70 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('trigger' as const) }) },
  ),
  { maxLength: 60 },
);

test.each(['buy', 'sell'] as const)(
  '%s stops have the prices that they would have if each moved on its own',
  (side) => {
    const sign = side === 'sell' ? 1 : -1;
    fc.assert(
      fc.property(steps, (scenario) => {
        const stops = new TrailingStops(side);
        let models: Model[] = [];
        const remove = (gone: Model | undefined) => {
          if (gone === undefined) return;
          stops.remove(gone.order);
          expect(gone.order.stop?.currentStop).toBe(gone.stop);
          models = models.filter((model) => model !== gone);
        };
        for (const [index, step] of scenario.entries()) {
          if (step.kind === 'add') {
            const order = createOrder(index + 1, side, step.amount, step.price);
            stops.add(order);
            models.push({ order, amount: step.amount, stop: step.price - sign * step.amount });
          } else if (step.kind === 'follow') {
            stops.follow(ticks(step.price));
            for (const model of models) {
              const requested = step.price - sign * model.amount;
              if ((requested - model.stop) * sign > 0) model.stop = requested;
            }
          } else {
            const first = models.find(({ order }) => order === stops.first());
            remove(step.kind === 'remove' ? models[step.at % models.length] : first);
          }
          const inOrder = models.toSorted(
            (a, b) => (b.stop - a.stop) * sign || a.order.orderId - b.order.orderId,
          );
          expect(stops.first()).toBe(inOrder[0]?.order ?? null);
          expect([...stops.values()].length).toBe(models.length);
          for (const { order, stop } of models) {
            expect(order.stop === null ? null : getCurrentStop(order.stop)).toBe(stop);
          }
        }
      }),
      { numRuns: 300 },
    );
  },
);

test('the first of any number of groups is found without a look at the others', () => {
  const stops = new TrailingStops('sell');
  for (let id = 1; id <= 1_000; id += 1) stops.add(createOrder(id, 'sell', 5_000 - id, 10_000 - id));
  const looks = vi.spyOn(Heap.prototype, 'first', 'get');
  expect(stops.first()?.orderId).toBe(1);
  expect(looks.mock.calls.length).toBeLessThan(5);
  looks.mockRestore();
});
