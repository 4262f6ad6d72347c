import { EngineFixture } from '@salar/testing/engine-fixture';
import { expect, test } from 'vitest';
import { readLiquidityFile } from './liquidity-file.ts';

// BTC has 3 decimals, USDT and COP have 2.
const { engine } = new EngineFixture();

test('amounts are read exactly, spreads in hundredths of a basis point', () => {
  const text = `{
    "instruments": { "BTCUSDT": { "spreadBps": "6.25", "levels": 5, "levelNotional": "25000.5" } },
    "inventory": { "BTC": { "target": "20", "min": "5.125", "max": "40" }, "USDT": { "target": "1", "min": "0" } }
  }`;
  const settings = readLiquidityFile(text, engine);
  expect([...settings.shapes]).toEqual([
    ['BTCUSDT', { spreadCentiBps: 625, levels: 5, levelNotional: 2_500_050n }],
  ]);
  expect([...settings.inventory]).toEqual([
    ['BTC', { target: 20_000n, min: 5_125n, max: 40_000n }],
    ['USDT', { target: 100n, min: 0n }],
  ]);
});

test('everything that is wrong is reported at once', () => {
  const text = `{
    "instruments": {
      "DOGEUSDT": { "spreadBps": "6", "levels": 5, "levelNotional": "1" },
      "BTCUSDT": { "spreadBps": "0", "levels": 5, "levelNotional": "1.001" }
    },
    "inventory": { "DOGE": { "target": "1", "min": "0" }, "BTC": { "target": "1", "min": "2" } }
  }`;
  expect(() => readLiquidityFile(text, engine)).toThrow(
    expect.objectContaining({
      problems: [
        expect.stringContaining('instruments.DOGEUSDT: there is no such instrument'),
        expect.stringContaining('instruments.BTCUSDT.spreadBps: must be above 0'),
        expect.stringContaining('instruments.BTCUSDT.levelNotional: 1.001 is not an amount with up to 2'),
        expect.stringContaining('inventory.DOGE: there is no such product'),
        expect.stringContaining('inventory.BTC: target must lie between'),
      ],
    }) as Error,
  );
});

test.each([
  ['no JSON', '{', 'not JSON'],
  ['an unknown field', '{"instruments":{},"spread":1}', 'spread'],
  [
    'a number for an amount',
    '{"instruments":{"BTCUSDT":{"spreadBps":6,"levels":5,"levelNotional":"1"}}}',
    'spreadBps',
  ],
  ['no level', '{"instruments":{"BTCUSDT":{"spreadBps":"6","levels":0,"levelNotional":"1"}}}', 'levels'],
])('%s is refused', (_, text, word) => {
  expect(() => readLiquidityFile(text, engine)).toThrow(word);
});
