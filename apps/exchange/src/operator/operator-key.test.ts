/** Keys of operators on their machines: sealed files, and OpenSSH through the real ssh-keygen. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, scryptSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSigningKey } from '@salar/approvals/signing-key';
import { readSignatureFile, verifySignature } from '@salar/approvals/verify-signature';
import { SealedBox } from '@salar/services/crypto/sealed-box';
import { createOperatorKey, openOperatorKey } from './operator-key.ts';

const text = 'salar/operator-request/v1\noperator: ana\n';
const passphrase = 'correct horse battery';
let path: string;

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'salar-key-')), 'ana.key');
});
afterEach(() => rmSync(join(path, '..'), { recursive: true, force: true }));

async function verify(publicKey: string, signature: string): Promise<boolean> {
  const key = readSigningKey(publicKey);
  return key.ok && (await verifySignature(key.value, text, readSignatureFile(signature))).ok;
}

test('a key file signs with its passphrase only, and only its owner can read it', async () => {
  const publicKey = createOperatorKey(path, passphrase);
  expect(readFileSync(`${path}.pub`, 'utf8')).toBe(`${publicKey}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ scrypt: { N: 32_768, r: 8, p: 3 } });
  const sign = await openOperatorKey(path, () => Promise.resolve(passphrase));
  expect(await verify(publicKey, sign(text))).toBe(true);
  await expect(openOperatorKey(path, () => Promise.resolve('another passphrase'))).rejects.toThrow(
    'does not open with this passphrase',
  );
});

test('a key file of version 0.1 opens with the costs of then', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const salt = randomBytes(16);
  const key = scryptSync(passphrase, salt, 32, { N: 32_768, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
  const der = privateKey.export({ type: 'pkcs8', format: 'der' });
  const sealed = new SealedBox(key).seal(der, 'operator key').toString('hex');
  writeFileSync(path, JSON.stringify({ version: 1, salt: salt.toString('hex'), sealed }));
  const sign = await openOperatorKey(path, () => Promise.resolve(passphrase));
  const text64 = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  expect(await verify(text64, sign(text))).toBe(true);
});

test('no file is overwritten, and a short passphrase is refused', () => {
  createOperatorKey(path, passphrase);
  expect(() => createOperatorKey(path, passphrase)).toThrow('EEXIST');
  expect(() => createOperatorKey(`${path}2`, 'short')).toThrow('at least 12 characters');
});

test('a file that is not a key is refused', async () => {
  writeFileSync(path, '{"version":2}');
  await expect(openOperatorKey(path, () => Promise.resolve(passphrase))).rejects.toThrow(
    'is not a file of operator keygen',
  );
});

test('a key of OpenSSH signs through ssh-keygen', async () => {
  const made = spawnSync('ssh-keygen', ['-t', 'ed25519', '-N', '', '-q', '-f', path]);
  expect(made.status).toBe(0);
  const sign = await openOperatorKey(path, () => Promise.reject(new Error('a prompt for a passphrase')));
  expect(await verify(readFileSync(`${path}.pub`, 'utf8'), sign(text))).toBe(true);
  rmSync(path);
  writeFileSync(path, 'no key');
  const broken = await openOperatorKey(path, () => Promise.resolve(''));
  expect(() => broken(text)).toThrow('ssh-keygen could not sign');
});
