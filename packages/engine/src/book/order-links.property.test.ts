/** Lists linked through slots, compared with arrays. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriceQueues, OrderSlots } from './order-links.ts';
import type { Order } from './order.ts';
import { createOrder } from './testing/test-orders.ts';

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('append', 'append', 'append', 'remove', 'replace'),
    list: fc.nat({ max: 2 }),
    at: fc.nat(),
  }),
  { maxLength: 120 },
);

test('lists contain the same orders as arrays, in the same order, in both directions', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const slots = new OrderSlots();
      const links = new PriceQueues(slots);
      const lists = [0, 1, 2].map(() => ({ ends: { oldestSlot: 0, newestSlot: 0 }, orders: [] as Order[] }));
      for (const [index, step] of taken.entries()) {
        const list = lists[step.list];
        if (list === undefined) continue;
        const { ends, orders } = list;
        const old = orders[step.at % orders.length];
        const order = createOrder(index + 1);
        if (step.kind !== 'remove') slots.assign(order);
        if (step.kind === 'append' || old === undefined) {
          if (step.kind === 'remove') continue;
          links.append(ends, order);
          orders.push(order);
        } else {
          if (step.kind === 'replace') links.replace(ends, old, order);
          else links.remove(ends, old);
          slots.release(old);
          orders.splice(orders.indexOf(old), 1, ...(step.kind === 'replace' ? [order] : []));
        }
        for (const model of lists) {
          expect(walk(links.oldest(model.ends), (at) => links.newer(at))).toEqual(listIds(model.orders));
          expect(walk(links.newest(model.ends), (at) => links.older(at)).reverse()).toEqual(
            listIds(model.orders),
          );
        }
      }
    }),
  );
});

function walk(first: Order | null, next: (order: Order) => Order | null): number[] {
  const ids: number[] = [];
  for (let order = first; order !== null; order = next(order)) ids.push(order.orderId);
  return ids;
}

function listIds(orders: readonly Order[]): number[] {
  return orders.map(({ orderId: id }) => id);
}
