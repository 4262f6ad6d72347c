/** External prices with the real library in its real process; a db test because those build the server first. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { referenceScale } from '@salar/services/ports/reference-prices';
import { afterEach, expect, test, vi } from 'vitest';
import { CcxtPrices } from './ccxt-prices.ts';
import { CcxtExchange } from './ccxt-exchange.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function exchanges(prices: Record<string, readonly [string, string]>) {
  const server = new CcxtExchange();
  for (const [pair, price] of Object.entries(prices)) server.prices.set(pair, price);
  const url = await server.listen();
  ends.push(() => server.close());
  return { server, url };
}

function feed(
  addresses: Record<string, Record<string, string>>,
  sources = Object.keys(addresses),
  entry = 'dist/server/price-feed.js',
) {
  const lines: string[] = [];
  const keep = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`);
  const prices = new CcxtPrices({
    entry,
    sources,
    products: ['BTC', 'ETH', 'USDT', 'COP', 'BRL'],
    sourcesMin: 1,
    singleSourcePairs: [],
    log: { info: keep, warn: keep, error: keep },
    settings: { everyMs: 50, timeoutMs: 500, failuresMax: 3, pauseMs: 1_000, addresses },
    silenceMaxMs: 5_000,
  });
  prices.start();
  ends.push(() => prices.stop());
  const whole = (symbol: string) => {
    const found = prices.findPrice(symbol);
    return found === null ? null : Number(found.price) / Number(referenceScale);
  };
  return { prices, lines, whole };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 40_000, interval: 50 });

test('two exchanges with different APIs become one set of prices, crosses included', async () => {
  const binance = await exchanges({ BTCUSDT: ['89990', '90010'], ETHUSDT: ['3099', '3101'] });
  const bitso = await exchanges({ usdt_cop: ['3899', '3901'], eth_mxn: ['1', '2'] });
  const { whole } = feed({ binance: { public: `${binance.url}/api/v3` }, bitso: { rest: bitso.url } });
  await eventually(() => {
    expect(whole('BTCUSDT')).toBe(90_000);
    expect(whole('ETHUSDT')).toBe(3_100);
    expect(whole('USDTCOP')).toBe(3_900);
    expect(whole('BTCCOP')).toBe(351_000_000);
  });
  binance.server.prices.set('BTCUSDT', ['91000', '91000']);
  await eventually(() => expect(whole('BTCUSDT')).toBe(91_000));
});

test.each(['errors', 'hangs', 'nonsense'] as const)(
  'a source that %s is left alone after three failures, tried again later, and used again when it works',
  async (behaviour) => {
    const { server, url } = await exchanges({ BTCUSDT: ['90000', '90000'] });
    const { lines, whole } = feed({ binance: { public: `${url}/api/v3` } });
    await eventually(() => expect(whole('BTCUSDT')).toBe(90_000));
    server.behaviour = behaviour;
    await eventually(() => expect(lines.join('\n')).toContain('left alone for a while'));
    server.behaviour = 'well';
    server.prices.set('BTCUSDT', ['95000', '95000']);
    await eventually(() => {
      expect(lines.join('\n')).toContain('works again');
      expect(whole('BTCUSDT')).toBe(95_000);
    });
  },
);

test('a name that no exchange has, and one that lists none of our pairs, are reported as wrong settings', async () => {
  const { url } = await exchanges({});
  const { lines } = feed({ binance: { public: `${url}/api/v3` } }, ['binance', 'salt-flats']);
  await eventually(() => {
    expect(lines.join('\n')).toContain('there is no exchange of this name');
    expect(lines.join('\n')).toContain('lists none of the pairs');
  });
});

test('a process that is killed or hangs is replaced, and prices continue', async () => {
  const { server, url } = await exchanges({ BTCUSDT: ['90000', '90000'] });
  const { prices, lines, whole } = feed({ binance: { public: `${url}/api/v3` } });
  await eventually(() => expect(whole('BTCUSDT')).toBe(90_000));
  process.kill(Number(prices.pid), 'SIGKILL');
  server.prices.set('BTCUSDT', ['91000', '91000']);
  await eventually(() => expect(whole('BTCUSDT')).toBe(91_000));
  process.kill(Number(prices.pid), 'SIGSTOP');
  server.prices.set('BTCUSDT', ['92000', '92000']);
  await eventually(() => expect(whole('BTCUSDT')).toBe(92_000));
  expect(lines.join('\n')).toContain('is silent and is replaced');
});

/** Reports what a release of the library with foreign intentions gets. */
const thief = (secretFile: string) => `
  import { Socket } from 'node:net';
  import { readFileSync, writeFileSync } from 'node:fs';
  import { spawnSync } from 'node:child_process';
  import { Worker } from 'node:worker_threads';
  const attempts = {
    environment: () => JSON.stringify(Object.keys(process.env)),
    file: () => readFileSync(${JSON.stringify(secretFile)}, 'utf8'),
    parent: () => readFileSync('/proc/' + process.ppid + '/environ', 'utf8'),
    write: () => String(writeFileSync(${JSON.stringify(secretFile)}, 'x')),
    process: () => { const { error, stdout } = spawnSync('/bin/cat', [${JSON.stringify(secretFile)}]); if (error) throw error; return String(stdout); },
    worker: () => String(new Worker('1', { eval: true })),
  };
  const output = new Socket({ fd: 3, readable: false, writable: true });
  const send = (message) => output.write(JSON.stringify(message) + String.fromCharCode(10));
  for (const [name, attempt] of Object.entries(attempts)) {
    let got;
    try { got = attempt(); } catch (error) { got = error.code ?? error.message; }
    send({ type: 'useless', source: name, reason: got });
  }
  setInterval(() => send({ type: 'alive' }), 100);
`;

/** Makes a link the Node of this process until the test ends. */
function linkNode(link: string): void {
  const { execPath } = process;
  symlinkSync(execPath, link);
  process.execPath = link;
  ends.push(async () => {
    process.execPath = execPath;
  });
}

/** Runs the thief, on a Node in a closed folder if it says so. @returns what it got of each source */
async function runThief({ isNodeClosed }: { readonly isNodeClosed: boolean }): Promise<readonly object[]> {
  const folder = mkdtempSync(join(tmpdir(), 'salar-feed-'));
  ends.push(async () => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'the sealing key', { mode: 0o644 });
  mkdirSync(join(folder, 'program'));
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  if (isNodeClosed) linkNode(join(closed, 'node'));
  const entry = join(folder, 'program', 'thief.mjs');
  writeFileSync(entry, thief(secret));
  vi.stubEnv('SALAR_SEALING_KEY', 'the sealing key');
  const { lines } = feed({}, ['environment', 'file', 'parent', 'write', 'process', 'worker'], entry);
  const reports = () => lines.filter((line) => line.includes('"source"'));
  await eventually(() => expect(reports()).toHaveLength(6));
  vi.unstubAllEnvs();
  return reports().map((line) => JSON.parse(line.slice(line.indexOf('{'))) as object);
}

const nothing = [
  { source: 'environment', reason: '[]' },
  ...['file', 'parent', 'write', 'process', 'worker'].map((source) => ({
    source,
    reason: 'ERR_ACCESS_DENIED',
  })),
];

test('the process has no secrets, reads and writes no file, and starts nothing', async () => {
  expect(await runThief({ isNodeClosed: false })).toEqual(nothing);
});

test('the same holds with a Node that only the user of the exchange can run', async () => {
  expect(await runThief({ isNodeClosed: true })).toEqual(nothing);
});
