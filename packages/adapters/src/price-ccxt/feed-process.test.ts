/** Attacks of a price feed process with foreign intentions on the exchange that reads from it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { CcxtPrices } from './ccxt-prices.ts';

const folder = mkdtempSync(join(tmpdir(), 'salar-feed-'));
const running: CcxtPrices[] = [];
afterAll(async () => {
  for (const prices of running) await prices.stop();
  rmSync(folder, { recursive: true });
});

/** Runs a program in the place of the price feed. It may use `send(text)`. */
function run(name: string, program: string) {
  const entry = join(folder, `${name}.mjs`);
  writeFileSync(
    entry,
    `import { Socket } from 'node:net';
    const output = new Socket({ fd: 3, readable: false, writable: true });
    output.on('error', () => process.exit(0));
    const send = (text) => output.write(text + String.fromCharCode(10));
    const quote = { source: 'binance', pair: 'BTC/USDT', middle: 90000, at: Date.now() };
    const sendQuotes = (...quotes) => send(JSON.stringify({ type: 'quotes', quotes }));
    setInterval(() => undefined, 1000);
    ${program}`,
  );
  const alerts: unknown[] = [];
  const prices = new CcxtPrices({
    entry,
    sources: ['binance', 'bitso'],
    products: ['BTC', 'USDT'],
    sourcesMin: 1,
    singleSourcePairs: [],
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: ({ problem }) => alerts.push(problem),
    },
    memoryMaxBytes: 300 * 1024 ** 2,
  });
  prices.start();
  running.push(prices);
  return { prices, alerts };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 40_000, interval: 50 });

test('well-formed quotes are used, those before a wrong message too', async () => {
  const { prices, alerts } = run('honest', 'sendQuotes(quote); ');
  await eventually(() => expect(prices.findPrice('BTCUSDT')?.isSingle).toBe(true));
  expect(alerts).toEqual([]);
});

test.each([
  ['of a source that was not named', `sendQuotes({ ...quote, source: 'mine' })`, 'an unknown source'],
  ['of a pair that is not ours', `sendQuotes({ ...quote, pair: '__proto__' })`, 'an unknown pair'],
  ['below zero', 'sendQuotes({ ...quote, middle: -1 })', 'a message is wrong'],
  ['that is no number', `sendQuotes({ ...quote, middle: '90000' })`, 'a message is wrong'],
  ['at no time', 'sendQuotes({ ...quote, at: null })', 'a message is wrong'],
  ['with another field', 'sendQuotes({ ...quote, x: 1 })', 'a message is wrong'],
  ['of a number that no pair needs', 'sendQuotes(quote, quote, quote)', 'a message is wrong'],
  ['of another type', `send('{"type":"order"}')`, 'a message is wrong'],
  ['that is not JSON', `send('BTC/USDT 90000')`, 'a message is not JSON'],
  ['without an end', `output.write('x'.repeat(600000))`, 'a message is too long'],
  [
    'in a flood',
    `const flood = () => { while (send('{"type":"alive"}'.padEnd(60000))); output.once('drain', flood); }; flood()`,
    'it sends too much',
  ],
  [
    'never, and takes memory',
    'setInterval(() => (globalThis.kept ??= []).push(Buffer.alloc(50000000, 1)), 10)',
    'it uses ',
  ],
])('a process that sends something %s is replaced, with an alert', async (name, program, problem) => {
  const { prices, alerts } = run(name, program);
  await eventually(() => expect(alerts[0]).toContain(problem));
  await prices.stop();
  expect(prices.findPrice('BTCUSDT')).toBeNull();
});
