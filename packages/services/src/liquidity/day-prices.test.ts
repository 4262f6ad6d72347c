import { expect, test } from 'vitest';
import { minor, productId } from '@salar/protocol';
import { ConfirmedPrices } from './confirmed-prices.ts';
import { DayPrices } from './day-prices.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = 1_800_000_000_000;

test('F17 a price that moves for hours does not move the median of the day, and stays for half a day before it does', () => {
  const prices = new DayPrices(minor(100n));
  for (let at = start; at < start + 11 * hour; at += minute) prices.note(minor(50n), at);
  expect(prices.computeMedian(start + 11 * hour)).toBe(100n);
  expect(prices.computeMedian(start + 12 * hour)).toBe(100n); // the higher one of two
  expect(prices.computeMedian(start + 12 * hour + minute)).toBe(50n);
});

test('the median is by time, whatever was noted how often, and a pause has the price before it', () => {
  const prices = new DayPrices(null);
  expect(prices.computeMedian(start)).toBeNull();
  prices.note(minor(10n), start);
  for (let second = 0; second < 3600; second++)
    prices.note(minor(second % 2 === 0 ? 30n : 20n), start + 4 * hour + second * 1000);
  expect(prices.computeMedian(start + 5 * hour)).toBe(10n);
  expect(prices.computeMedian(start + 20 * hour)).toBe(30n); // every minute began with it
});

test('prices of more than a day ago are forgotten', () => {
  const prices = new DayPrices(minor(1n));
  for (let at = start; at < start + 30 * 24 * hour; at += hour)
    prices.note(minor(BigInt((at - start) / hour) + 2n), at);
  const now = start + 30 * 24 * hour;
  expect(prices.computeMedian(now)).toBe(710n); // those of the last day are 698 to 721
});

test('caps are computed with the higher one of the present price and the median of the day', () => {
  const clock = { now: start };
  const btc = productId(1);
  const confirmed = new ConfirmedPrices({
    notionalProductId: productId(5),
    ageMaxMs: 10 * minute,
    now: () => clock.now,
  });
  expect(confirmed.findCapPrice(btc, minor(90n))).toBe(90n); // nothing is known before the first price
  confirmed.note(btc, { price: minor(100n), former: null });
  clock.now += hour;
  confirmed.note(btc, { price: minor(60n), former: minor(100n) });
  clock.now += minute;
  expect([60n, 100n, 140n].map((price) => confirmed.findCapPrice(btc, minor(price)))).toEqual([
    100n,
    100n,
    140n,
  ]);
});

test('F17 a price that operators set counts for the median, also when sources return with a lower one', () => {
  const clock = { now: start };
  const btc = productId(1);
  const now = () => clock.now;
  const confirmed = new ConfirmedPrices({ notionalProductId: productId(5), ageMaxMs: 10 * minute, now });
  confirmed.note(btc, { price: minor(100n), former: null });
  confirmed.setByOperators(btc, { price: minor(200n), former: minor(100n) }); // within the same minute
  clock.now += 13 * hour;
  confirmed.note(btc, { price: minor(90n), former: minor(200n) });
  clock.now += minute;
  expect(confirmed.findCapPrice(btc, minor(90n))).toBe(200n);
});
