import { expect, test, vi } from 'vitest';
import { parseLossless } from '@salar/client/lossless-json';
import { MarketStore, tradesMax } from './market-store.ts';

function storeWithFrames() {
  const frames: (() => void)[] = [];
  const store = new MarketStore((draw) => frames.push(draw));
  const nextFrame = () => {
    for (const draw of frames.splice(0)) draw();
  };
  return { store, frames, nextFrame };
}

test('however many changes arrive, listeners are called once per frame, with the last state', () => {
  const { store, frames, nextFrame } = storeWithFrames();
  const received = vi.fn();
  store.subscribe(received);
  store.setBook(parseLossless('[[901,1,1,0,100,1,100.5,2,0.04,0],[901,2,1,0,100,2,101,2,0.5,1]]'));
  for (const quantity of [0.3, 0.2, 0.1])
    store.changeBook(parseLossless(`[[902,1,2,1,100,1,101,2,${quantity},1]]`));
  expect(received).not.toHaveBeenCalled();
  expect(frames).toHaveLength(1);
  nextFrame();
  expect(received).toHaveBeenCalledTimes(1);
  expect(store.market.book).toEqual({
    bids: [{ price: '100.5', quantity: '0.04', orders: 1 }],
    asks: [{ price: '101', quantity: '0.1', orders: 1 }],
  });
});

test('changes that arrive fifty times a second are drawn ten times a second at most, the last one, too', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'requestAnimationFrame', 'performance'] });
  try {
    const store = new MarketStore();
    const drawn: unknown[] = [];
    store.subscribe(() => drawn.push(store.market.book?.asks[0]?.quantity));
    store.setBook(parseLossless('[[901,1,1,0,100,1,101,2,1,1]]'));
    for (let change = 2; change <= 100; change += 1) {
      vi.advanceTimersByTime(20);
      store.changeBook(parseLossless(`[[902,1,2,1,100,1,101,2,${change},1]]`));
    }
    vi.advanceTimersByTime(200);
    expect(drawn.length).toBeGreaterThan(10);
    expect(drawn.length).toBeLessThanOrEqual(21);
    expect(drawn.at(-1)).toBe('100');
  } finally {
    vi.useRealTimers();
  }
});

test('a deleted level disappears, and a new snapshot replaces everything', () => {
  const { store, nextFrame } = storeWithFrames();
  store.setBook(parseLossless('[[1,1,1,0,100,1,100.5,2,0.04,0]]'));
  store.changeBook(parseLossless('[[2,0,2,2,100,0,100.5,2,0,0]]'));
  nextFrame();
  expect(store.market.book).toEqual({ bids: [], asks: [] });
  store.setBook(parseLossless('[[3,1,1,0,100,1,99,2,1,0]]'));
  nextFrame();
  expect(store.market.book?.bids.map(({ price }) => price)).toEqual(['99']);
});

test('a chart that is mounted again keeps the trades since its candles were fetched', () => {
  const { store, nextFrame } = storeWithFrames();
  const fetched = [{ begin: 60_000, open: '1', high: '1', low: '1', close: '1', volume: '1' }];
  const close = () => store.market.candles?.at(-1)?.close;
  store.setTrades(parseLossless('[]'));
  store.setCandles(fetched, 60);
  store.addTrades(parseLossless('[[2,2,0.5,3,11,12,61000,1,0,0,0]]'));
  store.setCandles(fetched, 60);
  nextFrame();
  expect(close()).toBe('3');
  store.setCandles([...fetched], 60);
  nextFrame();
  expect(close()).toBe('1');
});

test('trades are newest first, bounded, and grow the running candle', () => {
  const { store, nextFrame } = storeWithFrames();
  store.setTrades(parseLossless('[[1,2,0.06,61500.5,11,12,60000,1,1,0,0]]'));
  store.setCandles([{ begin: 60_000, open: '1', high: '1', low: '1', close: '1', volume: '1' }], 60);
  store.addTrades(
    parseLossless('[[2,2,0.5,3,11,12,61000,1,0,0,0],[3,2,0.123456789012345678,2,11,12,62000,1,1,0,0]]'),
  );
  nextFrame();
  expect(store.market.trades?.map(({ tradeId, takerSide }) => [tradeId, takerSide])).toEqual([
    [3, 'sell'],
    [2, 'buy'],
    [1, 'sell'],
  ]);
  expect(store.market.candles).toEqual([
    { begin: 60_000, open: '1', high: '3', low: '1', close: '2', volume: '1.623456789012345678' },
  ]);
  for (let id = 4; id < 200; id += 1) store.addTrades(parseLossless(`[[${id},2,1,2,11,12,62000,1,1,0,0]]`));
  nextFrame();
  expect(store.market.trades).toHaveLength(tradesMax);
});
