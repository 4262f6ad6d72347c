/** The settings file: what it names is read, and the first thing that is wrong is said with its file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatPolicy } from '@salar/adapters/signer/signer-policy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { initialiseSigner } from './seed-commands.ts';
import { readSignerSettings } from './signer-settings.ts';

const passphrase = 'a passphrase for tests only';
let folder: string;
let path: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const settings = {
  installation: 'exchange.example',
  listen: { socket: 'signer.sock' },
  clients: ['exchange.crt'],
  dataDir: 'data',
  policy: 'policy.json',
  ticketMacKey: 'ticket-mac.key',
  passphrase: 'passphrase',
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'salar-settings-'));
  path = join(folder, 'settings.json');
  write('settings.json', JSON.stringify(settings));
  write('policy.json', formatPolicy({ networks: [], caps: [], approvals: null, passkeys: null }));
  write('ticket-mac.key', `${'ab'.repeat(32)}\n`);
  write('passphrase', `${passphrase}\n`);
  write('exchange.crt', 'a certificate');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('paths are relative to the folder of the file', () => {
  expect(readSignerSettings(path)).toEqual({
    installation: 'exchange.example',
    listen: { socket: join(folder, 'signer.sock') },
    clients: ['a certificate'],
    peer: null,
    watcher: null,
    dataDir: join(folder, 'data'),
    policy: { networks: [], caps: [], approvals: null, passkeys: null },
    ticketMacKey: [{ id: 1, key: Buffer.from('ab'.repeat(32), 'hex') }],
    passphrase,
    keyPlaces: new Map(),
  });
});

test.each(['evm/hot', 'evm/house', 'bitcoin/house', 'tron/house'])(
  'a key %s in a token has the PIN of its file',
  (name) => {
    const pkcs11 = { module: '/usr/lib/a.so', tokenLabel: 'hot', pinFile: 'pin', keyLabel: 'one' };
    write('pin', '271828\n');
    write('settings.json', JSON.stringify({ ...settings, keyStores: { [name]: { pkcs11 } } }));
    const { module, tokenLabel, keyLabel } = pkcs11;
    expect(readSignerSettings(path).keyPlaces).toEqual(
      new Map([[name, { pkcs11: { module, tokenLabel, keyLabel, pin: '271828' } }]]),
    );
    write('pin', '\n');
    expect(() => readSignerSettings(path)).toThrow('pin: must contain the PIN of a token');
  },
);

describe('a key in a cloud service', () => {
  const kms = { region: 'sa-east-1', keyId: 'alias/salar-evm-hot', credentialsFile: 'aws.json' };
  const writeKms = (changes: object) => {
    const keyStores = { 'evm/hot': { kms: { ...kms, ...changes } } };
    write('settings.json', JSON.stringify({ ...settings, keyStores }));
  };

  test('has credentials in a file, whose path is relative to the settings', () => {
    writeKms({});
    const place = { kms: { ...kms, credentialsFile: join(folder, 'aws.json') } };
    expect(readSignerSettings(path).keyPlaces).toEqual(new Map([['evm/hot', place]]));
  });

  test.each(['https://kms-fips.sa-east-1.amazonaws.com/', 'http://127.0.0.1:4566/', 'http://[::1]:4566/'])(
    'may be at %s',
    (endpoint) => {
      writeKms({ endpoint });
      expect(readSignerSettings(path).keyPlaces.get('evm/hot')).toMatchObject({ kms: { endpoint } });
    },
  );

  test.each([
    'http://kms.sa-east-1.amazonaws.com/',
    'http://10.0.0.7/',
    'http://127.0.0.1.example.com/',
    'ftp://localhost/',
  ])('is not called at %s, without encryption', (endpoint) => {
    writeKms({ endpoint });
    expect(() => readSignerSettings(path)).toThrow('must be an https address, or one of this machine');
  });
});

test('a key of deposit addresses cannot be in a token', () => {
  write('settings.json', JSON.stringify({ ...settings, keyStores: { 'evm/deposit/1': {} } }));
  expect(() => readSignerSettings(path)).toThrow('keyStores');
});

test.each([
  [
    'no installation',
    () => write('settings.json', JSON.stringify({ ...settings, installation: undefined })),
    'installation must be the host name of the exchange',
  ],
  [
    'an installation that is an address',
    () => write('settings.json', JSON.stringify({ ...settings, installation: 'https://a.example' })),
    'installation must be a host name in lower case',
  ],
  ['an unknown field', () => write('settings.json', JSON.stringify({ ...settings, caps: [] })), 'caps'],
  [
    'no client',
    () => write('settings.json', JSON.stringify({ ...settings, clients: [] })),
    'at least one client',
  ],
  [
    'a port of text',
    () => write('settings.json', JSON.stringify({ ...settings, listen: { host: 'a', port: '1' } })),
    'listen must be',
  ],
  ['a missing certificate', () => rmSync(join(folder, 'exchange.crt')), 'exchange.crt: ENOENT'],
  [
    'a short key',
    () => write('ticket-mac.key', 'abcd'),
    'ticket-mac.key: does not contain a key of 32 bytes in hex',
  ],
  ['a short passphrase', () => write('passphrase', 'short'), 'must have at least 24 characters'],
  [
    'a command in place of a passphrase',
    () => write('passphrase', '# openssl rand -base64 32\n'),
    'must have one line, and not be a comment',
  ],
  ['a policy that is not JSON', () => write('policy.json', '{'), 'policy.json: '],
])('%s is refused', (_name, change, message) => {
  change();
  expect(() => readSignerSettings(path)).toThrow(message);
});

test('a seed is made once, before certificates have been exchanged', async () => {
  rmSync(join(folder, 'exchange.crt'));
  await initialiseSigner({ settings: path });
  await expect(initialiseSigner({ settings: path })).rejects.toThrow('seed.json exists already');
  // A signer that has run and lost its seed does not get another one unnoticed.
  rmSync(join(folder, 'data', 'seed.json'));
  writeFileSync(join(folder, 'data', 'claims.mdb'), '');
  await expect(initialiseSigner({ settings: path })).rejects.toThrow('seed.json is missing');
  rmSync(join(folder, 'data', 'claims.mdb'));
});
