import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minor } from '@salar/protocol';
import { expect, test } from 'vitest';
import { toAcceptanceSettings } from './acceptance-settings.ts';
import { ConfigError, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { productionKeyFiles } from './production-settings.ts';
import { forgetSecrets } from './secret-files.ts';

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

test('without a second factor less is accepted automatically in production, and never more', () => {
  const read = (settings: Record<string, string>, isProduction = true) =>
    toAcceptanceSettings(
      Object.fromEntries(
        Object.entries(settings).map(([name, value]) => [name, minor(BigInt(value) * 100n)]),
      ),
      { isProduction },
    ).autoAcceptWithoutFactor;
  expect(read({})).toEqual({ perTicket: 500_000_000n, perUserDay: 1_000_000_000n });
  expect(read({ SALAR_AUTO_ACCEPT_TICKET: '7' })).toMatchObject({ perTicket: 700n });
  expect(read({ SALAR_AUTO_ACCEPT_WITHOUT_2FA_TICKET: '0' })).toMatchObject({ perTicket: 0n });
  expect(read({}, false)).toMatchObject({ perTicket: readConfig({}).acceptance.autoAccept.perTicket });
});

test('the limits of a single operator are in whole pesos; withdrawals above automatic acceptance take two', () => {
  expect(readConfig({}).operatorLimits).toEqual({
    acceptAlone: readConfig({}).acceptance.autoAccept.perTicket,
    acceptAlonePerDay: readConfig({}).acceptance.autoAccept.perUserDay,
    aloneTotalPerDay: readConfig({}).acceptance.autoAccept.perUserDay * 2n,
    bankCreditAlone: 2_000_000_000n,
    adjustPerDay: 500_000_000n,
  });
  const limits = {
    SALAR_ACCEPT_ALONE: '7',
    SALAR_ACCEPT_ALONE_PER_DAY: '9',
    SALAR_ALONE_TOTAL_PER_DAY: '12',
    SALAR_BANK_CREDIT_ALONE: '0',
    SALAR_ADJUST_PER_DAY: '10',
  };
  expect(readConfig(limits).operatorLimits).toEqual({
    acceptAlone: 700n,
    acceptAlonePerDay: 900n,
    aloneTotalPerDay: 1_200n,
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

test('S3 an unedited line of the template is refused as a secret, and the refusal names its comment', () => {
  const comment = '# openssl rand -hex 32';
  for (const name of ['SALAR_PASSWORD_PEPPER', 'SALAR_SEALING_KEY', 'SMTP_URL', 'SALAR_DATA_DIR'])
    for (const value of [comment, `  ${comment}`, `${'0123456789abcdef'.repeat(4)} ${comment}`])
      expect(() => readConfig({ [name]: value }), name).toThrow(`${name}: has a comment in its value`);
  expect(readConfig({ SALAR_TERMS_URL: 'https://exchange.example/terms#2' }).site.termsUrl).toContain('#2');
});

test('S3 the guide has no comment behind a setting', () => {
  const guide = readFileSync(
    new URL('../../../../docs/guides/run-in-production.md', import.meta.url),
    'utf8',
  );
  const settings = guide.split('\n').filter((line) => /^\s*[A-Z][A-Z0-9_]+=/.test(line));
  expect(settings.length).toBeGreaterThan(10);
  expect(settings.filter((line) => line.includes('#'))).toEqual([]);
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

test('F14 F45 the memory of connections and the origins of pages are settings', () => {
  expect(readConfig({})).toMatchObject({ connectionMemoryBytes: 512 * 1024 * 1024, corsOrigins: '*' });
  const given = {
    SALAR_CONNECTION_MEMORY_MB: '1000',
    SALAR_CORS_ORIGINS: 'https://a.example, http://b.example:81',
  };
  expect(readConfig(given)).toMatchObject({
    connectionMemoryBytes: 1000 * 1024 * 1024,
    corsOrigins: ['https://a.example', 'http://b.example:81'],
  });
});

test.each([
  ['SALAR_PORT', '0'],
  ['SALAR_PORT', 'http'],
  ['SALAR_ADJUST_PER_DAY', '1.5'],
  ['SALAR_BANK_CREDIT_ALONE', '-1'],
  ['SALAR_PROFILE', 'test'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'postgres://salar@db-1:none,db-2/x'],
  ['SMTP_URL', 'localhost:25'],
  ['SALAR_PASSWORD_PEPPER', '00'.repeat(32)],
  ['SALAR_RATE_LIMITS', 'no'],
  ['SALAR_HASHING_THREADS', '0'],
  ['SALAR_ENFORCE_2FA', 'yes'],
  ['SALAR_TRUSTED_PROXIES', 'proxy.example'],
  ['SALAR_TRUSTED_PROXIES', '0.0.0.0/0'],
  ['SALAR_TRUSTED_PROXIES', ','],
  ['SALAR_CORS_ORIGINS', 'https://app.example/'],
  ['SALAR_CORS_ORIGINS', 'https://App.example'],
  ['SALAR_CORS_ORIGINS', 'app.example,null'],
  ['SALAR_CONNECTION_MEMORY_MB', '100'],
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
  const env = {
    SALAR_BACKUP_DIR: '/backups',
    DATABASE_URL: 'postgres://localhost/salar',
    SALAR_LOCAL_DATABASE: 'on',
  };
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

test('the local profile shows itself to no network and writes into no other database, unless it must', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.7', 'exchange.example'])
    expect(() => readConfig({ SALAR_HOST: host })).toThrow('SALAR_HOST: the local profile');
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    expect(readConfig({ SALAR_HOST: host }).host).toBe(host);
  expect(readConfig({ SALAR_HOST: '0.0.0.0', SALAR_LOCAL_ON_NETWORK: 'on' }).host).toBe('0.0.0.0');

  const DATABASE_URL = 'postgres://localhost/salar';
  expect(() => readConfig({ DATABASE_URL })).toThrow('DATABASE_URL: the local profile writes demo customers');
  expect(readConfig({ DATABASE_URL, SALAR_LOCAL_DATABASE: 'on' }).databaseUrl).toBe(DATABASE_URL);
});

test('a production exchange never has simulated customers', () => {
  expect(readProduction({})).toMatchObject({ profile: 'production', simulatedOrdersPerMinute: null });
});

test('production reaches its database over verified TLS, or on its own machine', () => {
  const read = (DATABASE_URL: string) => readProduction({ DATABASE_URL }).databaseUrl;
  for (const safe of [
    'postgres:///salar?host=/run/postgresql',
    'postgres://db.example/salar?sslmode=verify-full',
    'postgres://db-1.example:5432,db-2.example:5432/salar?sslmode=verify-full',
  ])
    expect(read(safe)).toBe(safe);
  for (const open of ['postgres://db.example/salar', 'postgres://db.example/salar?sslmode=require'])
    expect(() => read(open)).toThrow('DATABASE_URL: must end in ?sslmode=verify-full');
});

test('root does not run the embedded PostgreSQL of production', () => {
  expect(() => readProduction({}, { isRoot: true })).toThrow('root cannot run the embedded PostgreSQL');
  expect(readProduction({ DATABASE_URL: 'postgres:///salar' }, { isRoot: true }).profile).toBe('production');
  expect(readConfig({}, { isRoot: true }).profile).toBe('local');
});

test('secrets come from files, too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'salar-config-'));
  const key = randomBytes(32).toString('hex');
  writeFileSync(join(folder, 'sealing'), `${key}\n`, { mode: 0o600 });
  writeFileSync(join(folder, 'SALAR_PASSWORD_PEPPER'), key, { mode: 0o600 });
  const given = {
    SALAR_SEALING_KEY: '',
    SALAR_PASSWORD_PEPPER: '',
    SALAR_SEALING_KEY_FILE: join(folder, 'sealing'),
    CREDENTIALS_DIRECTORY: folder,
  };
  const { secrets } = readProduction(given);
  expect(secrets?.sealingKey[0]?.key.toString('hex')).toBe(key);
  expect(secrets?.passwordPepper[0]?.key.toString('hex')).toBe(key);

  expect(() => readProduction({ ...given, SALAR_SEALING_KEY: key })).toThrow(
    'SALAR_SEALING_KEY: is given by SALAR_SEALING_KEY and by SALAR_SEALING_KEY_FILE',
  );
  chmodSync(join(folder, 'sealing'), 0o644);
  expect(() => readProduction(given)).toThrow('SALAR_SEALING_KEY_FILE: everybody on this machine');
  rmSync(join(folder, 'sealing'));
  expect(() => readProduction(given)).toThrow('SALAR_SEALING_KEY_FILE: there is no file');
  rmSync(folder, { recursive: true });
});

test('a process that is started later inherits no secret', () => {
  const env = {
    PATH: '/bin',
    DATABASE_URL: 'postgres://user:password@localhost/salar',
    SMTP_URL: 'smtp://x',
  };
  forgetSecrets(env);
  expect(env).toEqual({ PATH: '/bin' });
});

/** Reads complete settings of production, with changes. */
function readProduction(changes: Record<string, string>, where?: { readonly isRoot: boolean }): Config {
  const dataDir = mkdtempSync(join(tmpdir(), 'salar-config-'));
  mkdirSync(join(dataDir, 'keys'));
  for (const file of productionKeyFiles) writeFileSync(join(dataDir, 'keys', file), '');
  const complete = {
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
  };
  try {
    return readConfig({ ...complete, ...changes }, where);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}
