import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { formatStartSummary } from './start-summary.ts';

const details = {
  logPath: '/data/salar.log',
  total: '4.2 s',
  demoLogin: { userName: 'demo', password: 'Demo-2026!' },
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
