import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, productionKeyFiles, readConfig } from './config.ts';

test('a laptop needs no settings', () => {
  expect(readConfig({})).toMatchObject({
    profile: 'local',
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8080',
    trustedProxies: [],
    databaseUrl: null,
    backupDir: null,
    smtpUrl: null,
    rateLimits: true,
    isSecondFactorEnforced: false,
    role: 'leader',
    leaseTermMs: 2000,
    timeZoneOffsetMinutes: -300,
    acceptance: { newDestinationHoldMs: 0 },
  });
});

test('the listener of operators is off in the local profile, and has one address of its own', () => {
  expect(readConfig({}).operatorListen).toBeNull();
  const read = (address: string) => readConfig({ SALAR_OPERATOR_LISTEN: address }).operatorListen;
  expect(read('10.0.0.7:8444')).toEqual({ host: '10.0.0.7', port: 8444 });
  expect(read('[fd00::7]:8444')).toEqual({ host: 'fd00::7', port: 8444 });
  for (const wrong of [
    '0.0.0.0:8444',
    '[::]:8444',
    '10.0.0.7',
    'localhost:8444',
    '10.0.0.7:0',
    '10.0.0.7:8080',
  ])
    expect(() => read(wrong)).toThrow('SALAR_OPERATOR_LISTEN');
});

test('automatic acceptance is set in whole pesos, and the hold of new destinations in hours', () => {
  const { acceptance } = readConfig({
    SALAR_AUTO_ACCEPT_TICKET: '5000',
    SALAR_WITHDRAWAL_HOLD_HOURS: '1.5',
  });
  expect(acceptance).toMatchObject({
    autoAccept: { perTicket: 500_000n, perUserDay: 500_000_000_000n },
    newDestinationHoldMs: 5_400_000,
  });
});

test('the limits of a single operator are in whole pesos; withdrawals above automatic acceptance take two', () => {
  expect(readConfig({}).operatorLimits).toEqual({
    acceptAlone: readConfig({}).acceptance.autoAccept.perTicket,
    acceptAlonePerDay: readConfig({}).acceptance.autoAccept.perUserDay,
    bankCreditAlone: 2_000_000_000n,
    adjustPerDay: 500_000_000n,
  });
  const limits = {
    SALAR_ACCEPT_ALONE: '7',
    SALAR_ACCEPT_ALONE_PER_DAY: '9',
    SALAR_BANK_CREDIT_ALONE: '0',
    SALAR_ADJUST_PER_DAY: '10',
  };
  expect(readConfig(limits).operatorLimits).toEqual({
    acceptAlone: 700n,
    acceptAlonePerDay: 900n,
    bankCreditAlone: 0n,
    adjustPerDay: 1_000n,
  });
});

test('a site links to its configured pages only', () => {
  expect(readConfig({}).site).toEqual({
    isLocal: true,
    aboutUrl: null,
    termsUrl: null,
    privacyUrl: null,
    supportEmail: null,
    social: [],
  });
  expect(
    readConfig({
      SALAR_TERMS_URL: 'https://exchange.example/terms',
      SALAR_SUPPORT_EMAIL: 'help@exchange.example',
      SALAR_SOCIAL_X: 'https://x.example/exchange',
    }).site,
  ).toMatchObject({
    termsUrl: 'https://exchange.example/terms',
    privacyUrl: null,
    supportEmail: 'help@exchange.example',
    social: [{ name: 'X', url: 'https://x.example/exchange' }],
  });
});

test.each([
  ['HTTPS://Exchange.example/Terms', 'https://exchange.example/Terms'],
  ['https://exchange.example/\u202egpj.terms', 'https://exchange.example/%E2%80%AEgpj.terms'],
  ['https://exchange.example/"><script>', 'https://exchange.example/%22%3E%3Cscript%3E'],
])('the address %j is linked in normalized form', (given, linked) => {
  expect(readConfig({ SALAR_TERMS_URL: given }).site.termsUrl).toBe(linked);
});

// covers: sign-in.30
test('a second factor can be required of every customer', () => {
  expect(readConfig({ SALAR_ENFORCE_2FA: 'on' }).isSecondFactorEnforced).toBe(true);
});

test('K4 our own proxies are configured by address or network', () => {
  expect(readConfig({ SALAR_TRUSTED_PROXIES: '10.0.0.5, 10.1.2.3/16' }).trustedProxies).toEqual([
    '10.0.0.5',
    '10.1.0.0/16',
  ]);
  expect(readConfig({ SALAR_TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ SALAR_PORT: '', DATABASE_URL: '' }).port).toBe(8080);
});

test.each([
  ['SALAR_PORT', '0'],
  ['SALAR_PORT', 'http'],
  ['SALAR_ADJUST_PER_DAY', '1.5'],
  ['SALAR_BANK_CREDIT_ALONE', '-1'],
  ['SALAR_PROFILE', 'test'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['SMTP_URL', 'localhost:25'],
  ['SALAR_PASSWORD_PEPPER', '00'.repeat(32)],
  ['SALAR_RATE_LIMITS', 'no'],
  ['SALAR_ENFORCE_2FA', 'yes'],
  ['SALAR_TRUSTED_PROXIES', 'proxy.example'],
  ['SALAR_TRUSTED_PROXIES', '0.0.0.0/0'],
  ['SALAR_TRUSTED_PROXIES', ','],
  ['SALAR_TERMS_URL', 'javascript:alert(1)'],
  ['SALAR_TERMS_URL', 'terms'],
  ['SALAR_TERMS_URL', 'https://user:password@exchange.example/terms'],
  ['SALAR_SOCIAL_X', 'https://user@x.example/exchange'],
  ['SALAR_SUPPORT_EMAIL', 'support'],
  ['SALAR_ROLE', 'follower'],
  ['SALAR_LEASE_TERM_MS', '100'],
  ['SALAR_TIME_ZONE_OFFSET_MINUTES', '841'],
  ['SALAR_TIME_ZONE_OFFSET_MINUTES', 'Bogota'],
  ['SALAR_WITHDRAWAL_HOLD_HOURS', '-1'],
  ['SALAR_AUTO_ACCEPT_TICKET', '1.5'],
  ['SALAR_AUTO_ACCEPT_USER_DAY', '-1'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(name));
});

test("backups of the operator's own PostgreSQL are refused", () => {
  const env = { SALAR_BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://localhost/salar' };
  expect(() => readConfig(env)).toThrow(/SALAR_BACKUP_DIR: .* back up your own/);
  expect(readConfig({ SALAR_BACKUP_DIR: '/backups' }).backupDir).toBe('/backups');
});

test('production lists everything that is missing at once', () => {
  let problems: readonly string[] = [];
  try {
    readConfig({
      SALAR_PROFILE: 'production',
      SALAR_RATE_LIMITS: 'off',
      SALAR_SIMULATED_CUSTOMERS: 'on',
      SALAR_MIGRATION_DATABASE_URL: 'postgres://salar_owner@db/salar',
      SALAR_DATA_DIR: '/nowhere',
    });
  } catch (error) {
    if (error instanceof ConfigError) problems = error.problems;
  }
  const text = problems.join('\n');
  for (const name of [
    'SALAR_PUBLIC_URL',
    'SALAR_MIGRATION_DATABASE_URL: is for `npm run migrate` only',
    'SALAR_TRUSTED_PROXIES',
    'SMTP_URL',
    'MAIL_FROM',
    'SALAR_PASSWORD_PEPPER',
    'SALAR_SEALING_KEY',
    'SALAR_SIGNER_FILE',
    'SALAR_TERMS_URL',
    'SALAR_PRIVACY_URL',
    'SALAR_SUPPORT_EMAIL',
    'SALAR_RATE_LIMITS',
    'SALAR_SIMULATED_CUSTOMERS',
    'ticket-mac.key',
    'address-mac.key',
  ])
    expect(text).toContain(name);
});

test('a laptop has simulated customers unless they are switched off, and their pace can be set', () => {
  const orders = (setting?: string) =>
    readConfig({ SALAR_SIMULATED_CUSTOMERS: setting }).simulatedOrdersPerMinute;
  expect(orders()).toBe(4);
  expect(orders('on')).toBe(4);
  expect(orders('60')).toBe(60);
  expect(orders('off')).toBeNull();
  for (const wrong of ['yes', '0', '-1', '1000', '1.5'])
    expect(() => orders(wrong)).toThrow('SALAR_SIMULATED_CUSTOMERS');
});

test('a production exchange never has simulated customers', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-config-'));
  mkdirSync(join(dataDir, 'keys'));
  for (const file of productionKeyFiles) writeFileSync(join(dataDir, 'keys', file), '');
  const config = readConfig({
    SALAR_PROFILE: 'production',
    SALAR_DATA_DIR: dataDir,
    SALAR_PUBLIC_URL: 'https://salar.example',
    SALAR_TRUSTED_PROXIES: 'none',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'no-reply@salar.example',
    SALAR_PASSWORD_PEPPER: randomBytes(32).toString('hex'),
    SALAR_SEALING_KEY: randomBytes(32).toString('hex'),
    SALAR_SIGNER_FILE: '/etc/salar/signer.json',
    SALAR_TERMS_URL: 'https://salar.example/terms',
    SALAR_PRIVACY_URL: 'https://salar.example/privacy',
    SALAR_SUPPORT_EMAIL: 'help@salar.example',
  });
  rmSync(dataDir, { recursive: true });
  expect(config).toMatchObject({ profile: 'production', simulatedOrdersPerMinute: null });
});
