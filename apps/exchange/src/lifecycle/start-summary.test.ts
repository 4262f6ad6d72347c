import { expect, test } from 'vitest';
import { minor } from '@salar/protocol';
import { readConfig } from '../settings/config.ts';
import type { Config } from '../settings/config.ts';
import { formatStartSummary } from './start-summary.ts';

const details = {
  logPath: '/data/salar.log',
  total: '4.2 s',
  demoLogin: { userName: 'demo', password: 'Demo-2026!' },
  nodeVersion: '24.21.0',
};

test('the summary has the address, the demo login and the local pages', () => {
  const text = formatStartSummary(readConfig({ SALAR_PORT: '9000' }), details);
  expect(text).toMatch(/^\nSalar is ready \(4\.2 s\)\.\n.*no real money/);
  for (const part of [
    /Open +http:\/\/localhost:9000\n/,
    /Look around as +demo \/ \S+\n/,
    /newcomer +http:\/\/localhost:9000\/signup\n/,
    /Mail, coins, reviews +http:\/\/localhost:9000\/local\n/,
    /Stop +Ctrl-C/,
  ])
    expect(text).toMatch(part);
});

test('in production nothing of the laptop is mentioned', () => {
  const text = formatStartSummary(
    { ...readConfig({}), profile: 'production' },
    { ...details, demoLogin: null },
  );
  expect(text).toContain('/data/salar.log');
  expect(text).not.toMatch(/demo|local profile|\/local\b/);
});

const sumsub = {
  baseUrl: 'https://api.sumsub.com',
  appToken: 'token',
  secretKey: 'secret',
  webhookSecret: 'other',
  levels: new Map([[1, 'basic']]),
  widgetOrigin: null,
  acceptsSha1: false,
};

test('production lists the protections that its settings leave out', () => {
  const production = { ...readConfig({}), profile: 'production' as const };
  const format = (config: Config) => formatStartSummary(config, { ...details, demoLogin: null });
  const bare = format(production);
  for (const setting of [
    'SALAR_ENFORCE_2FA=off',
    'SALAR_WITHDRAWAL_HOLD_HOURS=0',
    'DATABASE_URL',
    'SALAR_PRICE_SOURCES',
    'SALAR_KEY_DAILY_NOTIONAL=off',
    'SALAR_WATCHER_KEY',
    'SUMSUB_',
  ])
    expect(bare).toContain(setting);
  const prices = { ...production.prices, sources: ['binance', 'kraken'], sourcesMin: 2 };
  const formatPrices = (change: Partial<Config['prices']>) =>
    format({ ...production, prices: { ...prices, ...change } });
  expect(formatPrices({ sourcesMin: 1 })).toContain('SALAR_PRICE_SOURCES_MIN=1');
  expect(formatPrices({ singleSourcePairs: ['USDT/COP'] })).toContain('one exchange alone decides');
  const complete: Config = {
    ...production,
    isSecondFactorEnforced: true,
    acceptance: { ...production.acceptance, newDestinationHoldMs: 1 },
    databaseUrl: 'postgres:///salar?host=/run',
    prices,
    keyDailyNotional: minor(1n),
    watcherKey: 'key',
    sumsub,
  };
  expect(format(complete)).not.toContain('Switched off');
  const old = { ...details, demoLogin: null, nodeVersion: '20.20.2' };
  expect(formatStartSummary(complete, old)).toContain(
    'Node 20.20.2 has had no security fixes since April 2026',
  );
  for (const nodeVersion of ['22.21.0', '24.21.0', '26.0.0'])
    expect(formatStartSummary(complete, { ...old, nodeVersion })).not.toContain('Switched off');
  for (const nodeVersion of ['20.20.2', '24.21.0'])
    expect(formatStartSummary(readConfig({}), { ...details, nodeVersion })).not.toContain('Switched off');
});

test('S6, S9 production lists what is not configured, and what the start found missing', () => {
  const production = { ...readConfig({}), profile: 'production' as const };
  const format = (config: Config, notes: readonly string[] = []) =>
    formatStartSummary(config, { ...details, demoLogin: null, notes });
  expect(format(production)).toMatch(/Missing:\n +SALAR_NETWORKS_FILE .*\n +SALAR_LIQUIDITY_FILE /);
  const configured = {
    ...production,
    networksFile: '/etc/networks.json',
    liquidityFile: '/etc/liquidity.json',
  };
  expect(format(configured)).not.toContain('Missing:');
  expect(format(configured, ['the house has no COP to quote'])).toContain(
    '  the house has no COP to quote\n',
  );
  expect(formatStartSummary(readConfig({}), details)).not.toContain('Missing:');
});
