/** Keys of operators on their machines: sealed files, and OpenSSH through the real ssh-keygen. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readSigningKey } from '@salar/approvals/signing-key';
import { readSignatureFile, verifySignature } from '@salar/approvals/verify-signature';
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
  const sign = await openOperatorKey(path, () => Promise.resolve(passphrase));
  expect(await verify(publicKey, sign(text))).toBe(true);
  await expect(openOperatorKey(path, () => Promise.resolve('another passphrase'))).rejects.toThrow(
    'does not open with this passphrase',
  );
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
