/** Every row of the table in docs/orders.md: the result of each order type, with each time in force, on each side. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { minor } from '@salar/protocol';
import type { OrderType, PlaceOrder, Side, TimeInForce } from '@salar/protocol';
import {
  ana,
  beto,
  btc,
  carla,
  cop,
  EngineFixture,
  limitOrder,
  marketOrder,
  stopOrder,
} from '@salar/testing/engine-fixture';
import type { OrderChoice } from '@salar/testing/engine-fixture';

type Row = {
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly side: Side;
  readonly inReach: string;
  readonly outOfReach: string;
  readonly refusals: readonly string[];
};

const orderTypes: readonly OrderType[] = [
  'limit',
  'market',
  'stop_market',
  'stop_limit',
  'trailing_stop_market',
  'trailing_stop_limit',
];
const timesInForce: readonly TimeInForce[] = ['gtc', 'gtd', 'ioc', 'fok', 'gtx'];
const sides: readonly Side[] = ['buy', 'sell'];
const rows = parseRows(readFileSync(join(import.meta.dirname, '../../../../../docs/orders.md'), 'utf8'));

/** The market is at 100 with a collar of 95 to 105; limit prices are 104 and 96, stop prices 102 and 98. */
const prices = {
  buy: { inReach: 103, outOfReach: 106, limit: 104, stop: 102, through: 99 },
  sell: { inReach: 97, outOfReach: 94, limit: 96, stop: 98, through: 101 },
} as const;

let fixture: EngineFixture;
beforeEach(() => {
  fixture = new EngineFixture();
  for (const account of [ana, beto, carla]) {
    fixture.fund(account, btc, 10_000n);
    fixture.fund(account, cop, 1_000_000n);
  }
  fixture.apply({ type: 'SetReferencePrice', productId: btc, price: minor(100_000n) });
  fixture.apply({ type: 'SetReferencePrice', productId: cop, price: minor(100n) });
});

test('the table has every order type with every time in force on both sides, once', () => {
  const combinations = orderTypes.flatMap((orderType) =>
    timesInForce.flatMap((timeInForce) => sides.map((side) => `${orderType} ${timeInForce} ${side}`)),
  );
  expect(rows.map((row) => `${row.orderType} ${row.timeInForce} ${row.side}`)).toEqual(combinations);
});

describe.each(rows)('$orderType $timeInForce $side', (row) => {
  test(`in reach: ${row.inReach}`, () => {
    fixture.tradeAt(100);
    offer(row.side, prices[row.side].inReach);
    expect(describeOutcome(row)).toBe(row.inReach);
    fixture.engine.checkInvariants();
  });

  test(`out of reach: ${row.outOfReach}`, () => {
    fixture.tradeAt(100);
    offer(row.side, prices[row.side].outOfReach);
    expect(describeOutcome(row)).toBe(row.outOfReach);
    fixture.engine.checkInvariants();
  });

  test.each(Object.keys(provocations))('%s is refused exactly where the row says', (refusal) => {
    const outcome = fixture.apply(provocations[refusal]?.(row) ?? buildOrder(row));
    expect(!outcome.ok && outcome.refusal === refusal).toBe(row.refusals.includes(refusal));
  });
});

/** Commands that provoke the refusals named in a row. */
const provocations: Readonly<Record<string, (row: Row) => PlaceOrder>> = {
  display_quantity_invalid: (row) => {
    fixture.tradeAt(100);
    return buildOrder(row, { displayQuantity: 3 });
  },
  expiry_invalid: (row) => {
    fixture.tradeAt(100);
    return buildOrder(row, row.timeInForce === 'gtd' ? { expiresAt: fixture.at } : {});
  },
  oco_invalid: (row) => {
    fixture.tradeAt(100);
    return buildOrder(row, { oco: partnerFor(row) });
  },
  no_market: (row) => buildOrder(row),
  stop_price_through_market: (row) => {
    fixture.tradeAt(100);
    offer(row.side, prices[row.side].outOfReach);
    return buildOrder(row, { stopPrice: prices[row.side].through });
  },
};

/** Offers 10 lots of carla that an order of `side` can take. */
function offer(side: Side, price: number): void {
  fixture.place(limitOrder(side === 'buy' ? 'sell' : 'buy', 10, price, { account: carla }));
}

function describeOutcome(row: Row): string {
  const outcome = fixture.apply(buildOrder(row));
  if (!outcome.ok) return `refused ${outcome.refusal}`;
  const { orderId } = outcome.value;
  if (row.orderType.includes('stop')) {
    expect(fixture.describeOrder(orderId)).toBe('working accepted');
    fixture.tradeAt(prices[row.side].stop);
  }
  const description = fixture.describeOrder(orderId);
  if (description.startsWith('working'))
    return fixture.engine.order(orderId)?.stop?.isWaiting === true ? 'waits' : 'rests';
  return description === 'filled trade' ? 'filled' : description;
}

/** Builds an order of ana for 10 lots. */
function buildOrder(row: Row, asked: OrderChoice & { readonly stopPrice?: number } = {}): PlaceOrder {
  const { orderType, timeInForce, side } = row;
  const expiresAt = timeInForce === 'gtd' ? fixture.at + 1000 : 0;
  const choice = { timeInForce, expiresAt, ...asked };
  const { limit, stop } = prices[side];
  switch (orderType) {
    case 'limit':
      return limitOrder(side, 10, limit, choice);
    case 'market':
      // The journal has only these two times in force for market orders; the engine refuses any other.
      return { ...marketOrder(side, { quantity: 10 }), timeInForce: timeInForce as 'ioc' | 'fok' };
    case 'stop_market':
      return stopOrder(orderType, side, 10, { stopPrice: stop, ...choice });
    case 'stop_limit':
      return stopOrder(orderType, side, 10, { stopPrice: stop, price: limit, ...choice });
    case 'trailing_stop_market':
      return stopOrder(orderType, side, 10, { trailingAmount: 2, ...choice, stopPrice: 0 });
    default:
      return stopOrder(orderType, side, 10, { trailingAmount: 2, limitOffset: 2, ...choice, stopPrice: 0 });
  }
}

/** Places an open order that can be the partner of an order of the row's type. */
function partnerFor({ side, orderType }: Row): number {
  const { stop, limit } = prices[side];
  const partner =
    orderType === 'limit'
      ? stopOrder('stop_limit', side, 10, { stopPrice: stop, price: limit })
      : limitOrder(side, 10, side === 'buy' ? 90 : 110);
  return fixture.place(partner).orderId;
}

function parseRows(document: string): Row[] {
  return document
    .split('\n')
    .map((line) =>
      line
        .replaceAll('`', '')
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === 6 && sides.includes(cells[2] as Side))
    .map(([orderType, timeInForce, side, inReach = '', outOfReach = '', refusals = '']) => ({
      orderType: orderType as OrderType,
      timeInForce: timeInForce as TimeInForce,
      side: side as Side,
      inReach,
      outOfReach,
      refusals: refusals === '-' ? [] : refusals.split(', '),
    }));
}
