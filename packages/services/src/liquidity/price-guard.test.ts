import { expect, test } from 'vitest';
import { minor, productId } from '@salar/protocol';
import { silentLog } from '../ports/log.ts';
import { referenceScale } from '../ports/reference-prices.ts';
import { ConfirmedPrices } from './confirmed-prices.ts';
import { findFormerPrice } from './former-prices.ts';
import { PriceGuard } from './price-guard.ts';

const second = 1_000;
const minute = 60 * second;
const whole = (price: number) => BigInt(Math.round(price * 100)) * (referenceScale / 100n);

/** A guard before a source whose price, or disagreement, a test sets. */
function watch({ former = null, isSingle = false }: { former?: number | null; isSingle?: boolean } = {}) {
  const clock = { now: 1_800_000_000_000 };
  const source: { price: number | 'disputed' | null } = { price: null };
  const alerts: string[] = [];
  const guard = new PriceGuard({
    sources: {
      findPrice: () =>
        typeof source.price === 'number' ? { price: whole(source.price), at: clock.now, isSingle } : null,
      isDisputed: () => source.price === 'disputed',
    },
    ageMaxMs: 10 * minute,
    findFormer: () => (former === null ? null : whole(former)),
    now: () => clock.now,
    log: {
      ...silentLog,
      error: ({ doubt }, message) => alerts.push(`${message.slice(0, 5)} ${String(doubt)}`),
    },
  });
  const look = () => {
    const found = guard.findPrice('BTCUSDT');
    return found === null ? null : Number(found.price) / Number(referenceScale);
  };
  /** Looks every two seconds, as the loops do. */
  const pass = (ms: number) => {
    let seen: number | null = null;
    for (const end = clock.now + ms; clock.now < end;) {
      clock.now += 2 * second;
      seen = look();
    }
    return seen;
  };
  const set = (next: number | 'disputed' | null) => {
    source.price = next;
    return look();
  };
  return { clock, guard, alerts, look, pass, set };
}

test('a jump within a minute gives no price and one alert, until sources agreed on the new level for five minutes', () => {
  const { guard, alerts, pass, set } = watch();
  expect(set(90_000)).toBe(90_000);
  expect(set(99_000)).toBe(99_000); // ten hundredths are no jump
  pass(2 * minute);
  expect(set(109_000)).toBeNull();
  expect(guard.isDoubtful('BTCUSDT')).toBe(true);
  expect(pass(5 * minute - 2 * second)).toBeNull();
  expect(pass(2 * second)).toBe(109_000);
  expect(guard.isDoubtful('BTCUSDT')).toBe(false);
  expect(alerts).toEqual(['ALERT jumped']);
});

test('small steps within a minute count as their sum, and over an hour a price may move by any amount', () => {
  const steps = watch();
  steps.set(100);
  for (const price of [104, 108]) {
    steps.pass(10 * second);
    expect(steps.set(price)).toBe(price);
  }
  steps.pass(10 * second);
  expect(steps.set(112)).toBeNull();

  const trend = watch();
  let price = 100;
  for (trend.set(price); price < 300; price += 1) {
    trend.pass(30 * second);
    expect(trend.set(price)).toBe(price);
  }
  expect(trend.alerts).toEqual([]);
});

test('a price that jumps again, disappears or is disputed meanwhile starts the five minutes again', () => {
  const { alerts, pass, set } = watch();
  set(100);
  set(150);
  pass(4 * minute);
  set(100); // back: also a jump
  expect(pass(4 * minute)).toBeNull();
  set(null);
  pass(2 * second);
  set(100);
  expect(pass(4 * minute)).toBeNull();
  set('disputed');
  set(100);
  expect(pass(4 * minute)).toBeNull();
  expect(pass(minute)).toBe(100);
  expect(alerts).toEqual(['ALERT jumped']);
});

test('a jump after a gap is noticed', () => {
  const { pass, set } = watch();
  set(100);
  set(null);
  pass(3 * minute);
  expect(set(120)).toBeNull();
});

test('sources that disagree make a price doubtful at once, missing ones after ten minutes', () => {
  const disputed = watch();
  disputed.set(100);
  disputed.set('disputed');
  expect(disputed.set(100)).toBeNull();
  expect(disputed.alerts).toEqual(['ALERT disputed']);

  const missing = watch();
  missing.set(100);
  missing.set(null);
  missing.pass(10 * minute);
  expect(missing.guard.isDoubtful('BTCUSDT')).toBe(false);
  missing.pass(2 * second);
  expect(missing.guard.isDoubtful('BTCUSDT')).toBe(true);
  expect(missing.set(100)).toBeNull();
  expect(missing.alerts).toEqual(['ALERT too old']);
});

test('a price of one source alone may move half as much', () => {
  const { set, alerts } = watch({ isSingle: true });
  set(100);
  expect(set(105)).toBe(105);
  expect(set(94)).toBeNull();
  expect(alerts).toEqual(['ALERT jumped']);
});

test('the first price after a start must not jump from the one before it', () => {
  expect(watch({ former: 100 }).set(105)).toBe(105);
  expect(watch({ former: 100 }).set(150)).toBeNull();
  const silent = watch({ former: 100 });
  silent.look();
  silent.pass(10 * minute + 2 * second);
  expect(silent.alerts).toEqual(['ALERT too old']);
});

test('the price before the start is computed from the reference prices of both products', () => {
  const symbols = ['BTC', 'USDT', 'COP', 'ETH'];
  const worth = [minor(36_000_000_000n), minor(400_000n), minor(100n), null];
  const engine = {
    products: () => symbols.map((symbol, index) => ({ productId: productId(index + 1), symbol })),
    referencePrice: (id: number) => worth[id - 1] ?? null,
  };
  expect(findFormerPrice(engine, 'BTCUSDT')).toBe(whole(90_000));
  expect(findFormerPrice(engine, 'BTCCOP')).toBe(whole(360_000_000));
  expect(findFormerPrice(engine, 'ETHCOP')).toBeNull();
  expect(findFormerPrice(engine, 'DOGECOP')).toBeNull();
});

test('a reference price is trusted while it is confirmed, and awaited for a minute after the start', () => {
  const clock = { now: 0 };
  const [btc, eth, cop] = [productId(1), productId(2), productId(5)];
  const prices = new ConfirmedPrices({
    notionalProductId: cop,
    ageMaxMs: 10 * minute,
    now: () => clock.now,
  });
  expect([prices.judge(btc), prices.judge(eth), prices.judge(cop)]).toEqual([
    'awaited',
    'awaited',
    'trusted',
  ]);
  prices.doubt(eth);
  expect(prices.judge(eth)).toBe('doubtful');
  clock.now = minute;
  prices.confirm(btc, clock.now - 20 * second);
  expect(prices.judge(btc)).toBe('trusted');
  clock.now += 10 * minute - 20 * second;
  expect(prices.judge(btc)).toBe('trusted');
  clock.now += 1;
  expect(prices.judge(btc)).toBe('doubtful');
  prices.confirm(btc, clock.now);
  prices.doubt(btc);
  expect([prices.judge(btc), prices.judge(cop)]).toEqual(['doubtful', 'trusted']);
});

test('simulated prices are trusted, whatever their age', () => {
  const prices = new ConfirmedPrices({ notionalProductId: productId(5), ageMaxMs: null, now: () => 0 });
  prices.doubt(productId(1));
  expect(prices.judge(productId(1))).toBe('trusted');
});
