import { expect, test, vi } from 'vitest';
import { CcxtPrices } from './ccxt-prices.ts';

test('a process that cannot be started is tried again later, and the exchange continues', async () => {
  const lines: string[] = [];
  const keep = (_fields: object, message: string) => void lines.push(message);
  const prices = new CcxtPrices({
    entry: 'x'.repeat(300_000), // more than the system accepts as a name
    sources: ['binance'],
    products: ['BTC', 'USDT'],
    sourcesMin: 1,
    singleSourcePairs: [],
    log: { info: keep, warn: keep, error: keep },
  });
  prices.start();
  await vi.waitFor(() => expect(lines).toContain('the price feed process ended and is restarted'));
  expect(prices.findPrice('BTCUSDT')).toBeNull();
  await prices.stop();
});
