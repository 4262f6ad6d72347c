/** Candles through the gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openGatewayWorld } from '../support/gateway-world.ts';
import type { Customer, GatewayWorld } from '../support/gateway-world.ts';

let world: GatewayWorld;
const minuteMs = 60_000;
const weekMs = 604_800_000;
const noon = Date.UTC(2026, 4, 4, 12);
type Row = readonly number[];
const history = async (body: Record<string, unknown>) =>
  (await world.call('GetTickerHistory', { OMSId: 1, InstrumentId: 1, ...body })).json() as unknown as Row[];

beforeAll(async () => {
  world = await openGatewayWorld();
});
afterAll(() => world.close());

const refusals: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
  [
    { InstrumentId: 77, Interval: 60 },
    { errorcode: 100, errormsg: 'Invalid InstrumentId: 77' },
  ],
  [{ Interval: 61 }, { errorcode: 100, detail: 'Invalid Interval' }],
  [{}, { errorcode: 100, detail: 'Interval is Required' }],
  [
    { Interval: 60, FromDate: 'yesterday' },
    { errorcode: 100, detail: 'Invalid FromDate' },
  ],
  [
    { Interval: 60, ToDate: '2026-02-30' },
    { errorcode: 100, detail: 'Invalid ToDate' },
  ],
];
test.each(refusals)('a malformed request is refused: %o', async (input, refusal) => {
  expect(await history(input)).toMatchObject({ result: false, ...refusal });
});

test('before the first trade there are no candles and no earliest time', async () => {
  expect(await history({ Interval: 60 })).toEqual([]);
  expect((await world.call('GetEarliestTickTime', { InstrumentId: 1 })).json()).toEqual([]);
});

test('rows are end, high, low, open, close, volume, bid, ask, instrument and begin; gaps are flat', async () => {
  world.clock.now = noon + 1_000;
  await world.rest('BTCUSDT', 'sell', 10_000_000, 50n);
  await world.rest('BTCUSDT', 'sell', 10_010_000, 50n);
  const ana = await fundedCustomer();
  await buy(ana, '0.0005');
  world.clock.now = noon + 2_000;
  await buy(ana, '0.0003');
  world.clock.now = noon + 2 * minuteMs + 30_000;
  await world.rest('BTCUSDT', 'buy', 9_990_000, 50n);
  const rows = await history({ Interval: 60 });
  const [first] = rows;
  if (first === undefined) throw new Error('there is a candle');
  const [end, high, low, open, close, volume, bid, ask, instrument, begin] = first;
  expect({ end, begin, instrument }).toEqual({ end: noon + minuteMs, begin: noon, instrument: 1 });
  expect(high).toBeGreaterThan(low ?? 0);
  expect({ open, close }).toEqual({ open: low, close: high });
  expect(volume).toBe(0.0008);
  expect({ bid, ask }).toEqual({ bid: 0, ask: high });
  expect(rows.slice(1).map((row) => row.slice(1, 6))).toEqual([
    [high, high, high, high, 0],
    [high, high, high, high, 0],
  ]);
  const running = rows[2];
  expect(running?.[0]).toBe(noon + 3 * minuteMs);
  expect(running?.[6]).toBeGreaterThan(0);
  expect(rows[1]?.[6]).toBe(0);
});

test('dates choose candles that end after the first and begin before the second, in every format', async () => {
  const begins = async (FromDate: unknown, ToDate: unknown) =>
    (await history({ Interval: 60, FromDate, ToDate })).map((row) => ((row[9] ?? 0) - noon) / minuteMs);
  expect(await begins('2026-05-04 12:00:00', '2026-05-04 12:02:00')).toEqual([0, 1]);
  expect(await begins('2026-05-04T12:00:59Z', '2026-05-04T12:01:00.001Z')).toEqual([0, 1]);
  expect(await begins(noon + minuteMs, noon + 2 * minuteMs)).toEqual([1]);
  expect(await begins('2026-05-04', '2026-05-05')).toEqual([0, 1, 2]);
  expect(await begins('2026-05-05', '2026-05-06')).toEqual([]);
  expect(await begins('1969-01-01', '1969-01-02')).toEqual([]);
});

test('every interval begins at a multiple of its length, including the longest ones', async () => {
  for (const Interval of [
    60, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 604_800, 2_419_200, 9_676_800,
  ]) {
    const rows = await history({ Interval });
    const last = rows.at(-1);
    expect(last?.[9]).toBe(world.clock.now - (world.clock.now % (Interval * 1000)));
    expect(rows.reduce((sum, row) => sum + (row[5] ?? 0), 0)).toBe(0.0008);
  }
});

test('an interval of four weeks is combined from its weeks', async () => {
  world.clock.now = noon + 2 * weekMs;
  await buy(await fundedCustomer(), '0.0001');
  const [whole] = (await history({ Interval: 2_419_200 })).slice(-1);
  const weeks = (await history({ Interval: 604_800 })).filter((row) => (row[9] ?? 0) >= (whole?.[9] ?? 0));
  expect(whole?.[1]).toBe(Math.max(...weeks.map((row) => row[1] ?? 0)));
  expect(whole?.[4]).toBe(weeks.at(-1)?.[4]);
  expect(whole?.[5]).toBeCloseTo(
    weeks.reduce((sum, row) => sum + (row[5] ?? 0), 0),
    12,
  );
});

test('at most the newest 5000 candles are returned', async () => {
  const rows = await history({ Interval: 60, FromDate: '2026-05-04' });
  expect(rows).toHaveLength(5000);
  expect(rows.at(-1)?.[9]).toBe(world.clock.now);
});

test('without dates the last thousand intervals are returned', async () => {
  const rows = await history({ Interval: 300 });
  expect(rows).toHaveLength(1001);
});

test('the earliest time is the hour of the first trade', async () => {
  expect((await world.call('GetEarliestTickTime', { InstrumentId: 1 })).json()).toEqual([noon]);
  expect((await world.call('GetEarliestTickTime', { InstrumentId: 77 })).json()).toMatchObject({
    errormsg: 'Invalid InstrumentId: 77',
  });
});

async function fundedCustomer(): Promise<Customer> {
  const customer = await world.customer({ level: 1 });
  await world.fund(customer, 'USDT', 1_000_000_000n);
  return customer;
}

async function buy(customer: Customer, quantity: string): Promise<void> {
  const answer = await customer.call('SendOrder', {
    InstrumentId: 1,
    AccountId: customer.accountId,
    Side: 'Buy',
    OrderType: 'Limit',
    TimeInForce: 'GTC',
    Quantity: quantity,
    LimitPrice: '100200',
  });
  expect(answer.json()).toMatchObject({ status: 'Accepted' });
}
