/** Keys in a service that behaves as the documentation of AWS KMS says. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignerUnavailable } from '@salar/services/ports/chain-signer';
import { kmsCredentials, kmsRegion, KmsServer } from '@salar/testing/keys/kms-server';
import { HDKey } from '@scure/bip32';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeyStores } from '../open-key-stores.ts';
import { SeedKeys } from '../seed-keys.ts';
import { SignerKeys } from '../signer-keys.ts';
import type { KmsSettings } from './aws-kms.ts';
import { KmsKeys } from './kms-keys.ts';

const seed = new SeedKeys({ root: HDKey.fromMasterSeed(new Uint8Array(32).fill(9)), layout: 2 }, 'regtest');
const alias = 'alias/salar-evm-hot';
const digest = randomBytes(32);
let kms: KmsServer;
let folder: string;
let settings: KmsSettings;

beforeEach(async () => {
  kms = await KmsServer.start();
  folder = mkdtempSync(join(tmpdir(), 'salar-kms-'));
  const credentialsFile = join(folder, 'aws.json');
  writeFileSync(credentialsFile, JSON.stringify({ Version: 1, ...kmsCredentials }));
  settings = { region: kmsRegion, keyId: alias, credentialsFile, endpoint: kms.url };
});
afterEach(async () => {
  await kms.stop();
  rmSync(folder, { recursive: true });
});

function open(changes: Partial<KmsSettings> = {}): KmsKeys {
  return new KmsKeys({ ...settings, ...changes });
}

/** Opens a store whose key was created, and of which nothing was called yet. */
async function openCreated(): Promise<KmsKeys> {
  await open().create('evm/hot');
  kms.calls.length = 0;
  return open();
}

test('a key that the store creates signs, by its alias, its ID and its ARN', async () => {
  await open().create('evm/hot');
  const id = kms.aliases.get(alias) ?? '';
  const first = await open().publicKey('evm/hot');
  for (const keyId of [alias, id, `arn:aws:kms:${kmsRegion}:111122223333:key/${id}`]) {
    const stores = openKeyStores(new Map([['evm/hot', { kms: { ...settings, keyId } }]]));
    const keys = new SignerKeys(seed, stores);
    expect(await keys.publicKey('evm/hot')).toEqual(first);
    // SignerKeys drops a signature that does not verify with the public key.
    for (let count = 0; count < 8; count += 1) await keys.sign('evm/hot', randomBytes(32));
  }
  expect(first).not.toEqual(await seed.publicKey('evm/hot'));
});

test('a key is created once, and only where the settings have an alias for it', async () => {
  await open().create('evm/hot');
  await expect(open().create('evm/hot')).rejects.toThrow(`key ${alias} of AWS KMS exists already`);
  const id = kms.aliases.get(alias) ?? '';
  await expect(open({ keyId: id }).create('evm/hot')).rejects.toThrow('names a key that exists');
  expect(kms.keys.size).toBe(1);
});

test('a new alias that the service does not know at once is waited for', async () => {
  kms.aliasDelayMs = 900;
  await open().create('evm/hot');
  expect(await open().publicKey('evm/hot')).toHaveLength(33);
});

test.each([
  ['throttled', KmsServer.refuse('ThrottlingException')],
  ['failing', KmsServer.refuse('KMSInternalException', 500)],
  ['waiting for a key store', KmsServer.refuse('DependencyTimeoutException', 503)],
  ['silent', 'no answer'],
] as const)('a call is repeated while the service is %s, at most three times', async (_, answer) => {
  const keys = await openCreated();
  kms.next.push(answer, answer);
  await keys.sign('evm/hot', digest);
  expect(kms.calls).toEqual(['Sign', 'Sign', 'Sign']);
  kms.next.push(answer, answer, answer);
  const began = performance.now();
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow(SignerUnavailable);
  expect(kms.calls).toHaveLength(6);
  expect(performance.now() - began).toBeLessThan(3_000 + 1_000); // the machine may be busy
});

test('a service that cannot be reached is unavailable', async () => {
  const keys = await openCreated();
  await kms.stop();
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow(`AWS KMS in ${kmsRegion}`);
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow(SignerUnavailable);
});

test.each(['Disabled', 'PendingDeletion'] as const)(
  'payments wait for a key in the state %s, and go on when it is enabled',
  async (state) => {
    const keys = await openCreated();
    const key = kms.findKey(alias);
    if (key === undefined) throw new Error('the key was created');
    key.state = state;
    const type = state === 'Disabled' ? 'DisabledException' : 'KMSInvalidStateException';
    await expect(keys.sign('evm/hot', digest)).rejects.toThrow(
      new SignerUnavailable(`key ${alias} of AWS KMS: Sign: ${type}: ${type} of a test`),
    );
    expect(kms.calls).toEqual(['Sign']); // a refusal is not repeated
    key.state = 'Enabled';
    await keys.sign('evm/hot', digest);
  },
);

test('a signer without the permission to sign says so', async () => {
  const keys = await openCreated();
  kms.denied.add('Sign');
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow('Sign: AccessDeniedException');
});

test.each([
  ['another secret', { SecretAccessKey: 'another secret' }, 'InvalidSignatureException'],
  ['another session', { SessionToken: 'of another session' }, 'UnrecognizedClientException'],
])('credentials with %s are refused, and replaced while it runs', async (_, changes, refusal) => {
  const keys = await openCreated();
  writeFileSync(settings.credentialsFile, JSON.stringify({ ...kmsCredentials, ...changes }));
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow(refusal);
  writeFileSync(settings.credentialsFile, JSON.stringify(kmsCredentials));
  await keys.sign('evm/hot', digest);
});

test('a file without credentials is named, and its content is not', async () => {
  writeFileSync(settings.credentialsFile, JSON.stringify({ SecretAccessKey: 'half of it' }));
  const error = await open()
    .sign('evm/hot', digest)
    .catch((cause: unknown) => String(cause));
  expect(error).toContain(`${settings.credentialsFile} has no AccessKeyId`);
  expect(error).not.toContain('half of it');
});

test('a key that does not exist, of another curve or for another use is refused', async () => {
  await expect(open({ keyId: 'alias/none' }).sign('evm/hot', digest)).rejects.toThrow(
    'key alias/none of AWS KMS of evm/hot does not exist',
  );
  const curve = kms.addKey({ spec: 'ECC_NIST_P256' });
  await expect(open({ keyId: curve }).publicKey('evm/hot')).rejects.toThrow('ECC_NIST_P256 for SIGN_VERIFY');
  const use = kms.addKey({ usage: 'KEY_AGREEMENT' });
  await expect(open({ keyId: use }).publicKey('evm/hot')).rejects.toThrow('for KEY_AGREEMENT');
});

test.each([
  ['no JSON', 'an error page'],
  ['no signature', '{}'],
  ['a signature that is none', JSON.stringify({ Signature: Buffer.from('none').toString('base64') })],
])('an answer with %s is not used', async (_, body) => {
  const keys = await openCreated();
  kms.next.push({ status: 200, body });
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow(SignerUnavailable);
});

test('a signature of another key behind the alias never leaves', async () => {
  const keys = new SignerKeys(seed, new Map([['evm/hot', await openCreated()]]));
  await keys.sign('evm/hot', digest);
  kms.aliases.set(alias, kms.addKey());
  await expect(keys.sign('evm/hot', digest)).rejects.toThrow('a signature that is not of this key');
});
