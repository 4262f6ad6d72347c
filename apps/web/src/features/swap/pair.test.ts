import { expect, test } from 'vitest';
import { findHaltedMarket, findPartners, resolvePair } from './pair.ts';
import { market, pair, findProductId } from './swap.test-data.ts';

const btcUsdt = pair(1, 'BTC', 'USDT');
const ends = (from: string, to: string) => ({ fromId: findProductId(from), toId: findProductId(to) });

// covers: swap.14
test('paying with the quote product is a buy at the best offer', () => {
  expect(resolvePair([btcUsdt], [market(1, '100', '101')], ends('USDT', 'BTC'))).toEqual({
    instrument: btcUsdt,
    side: 'buy',
    rate: '101',
  });
});

// covers: swap.14
test('paying with the base product is a sale at the best bid', () => {
  expect(resolvePair([btcUsdt], [market(1, '100', '101')], ends('BTC', 'USDT'))).toEqual({
    instrument: btcUsdt,
    side: 'sell',
    rate: '100',
  });
});

// covers: swap.15
test('when only the reverse-listed pair has a positive best bid, it is used as a sale', () => {
  const reverse = pair(2, 'USDT', 'BTC');
  const prices = [market(1, '0', '0'), market(2, '0.01', '0')];
  expect(resolvePair([btcUsdt, reverse], prices, ends('USDT', 'BTC'))).toEqual({
    instrument: reverse,
    side: 'sell',
    rate: '0.01',
  });
});

test('an empty book leaves the pair without a rate', () => {
  expect(resolvePair([btcUsdt], [market(1, '0', '0')], ends('USDT', 'BTC'))?.rate).toBeNull();
  expect(resolvePair([btcUsdt], [], ends('BTC', 'USDT'))?.rate).toBeNull();
});

test('products without a common market have no pair', () => {
  expect(resolvePair([btcUsdt], [], ends('ETH', 'COP'))).toBeNull();
  expect(resolvePair([btcUsdt], [], ends('BTC', 'BTC'))).toBeNull();
});

test('a paused market does not count', () => {
  expect(resolvePair([pair(1, 'BTC', 'USDT', { isRunning: false })], [], ends('BTC', 'USDT'))).toBeNull();
});

test('a halted market is found from both sides, unless another one of the two products runs', () => {
  const halted = pair(1, 'BTC', 'USDT', { isRunning: false });
  const [btc, usdt] = [findProductId('BTC'), findProductId('USDT')];
  expect(findHaltedMarket([halted], btc, usdt)).toBe(halted);
  expect(findHaltedMarket([halted], usdt, btc)).toBe(halted);
  expect(findHaltedMarket([halted, pair(2, 'USDT', 'BTC')], btc, usdt)).toBeNull();
  expect(findHaltedMarket([halted], btc, findProductId('ETH'))).toBeNull();
});

test('partners are listed once, from either side', () => {
  const all = [btcUsdt, pair(2, 'ETH', 'BTC'), pair(3, 'USDT', 'BTC')];
  expect(findPartners(all, findProductId('BTC'))).toEqual([findProductId('USDT'), findProductId('ETH')]);
});
