/** Signatures made by OpenSSH itself, and ours verified by it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatSignedText } from '@salar/protocol/signed-texts/signed-text';
import { formatSigningKey, readSigningKey } from './signing-key.ts';
import { createSecurityKey, createSshSigner } from './test-signers.ts';
import { verifySignature } from './verify-signature.ts';

const text = formatSignedText('payment', [['ticket', '1003']], 1) ?? '';
const isInstalled = spawnSync('ssh-keygen', ['-?']).error === undefined;

/** Made by OpenSSH 9.2: `ssh-keygen -Y sign -n salar -f ana < text`. */
const stored = {
  key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAILMxeuEwME1HHo+1PR9TWS4sJPz7vPh1vPyGKJoBzgfb ana',
  signature: `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgszF64TAwTUcej7U9H1NZLiwk/P
u8+HW8/IYomgHOB9sAAAAFc2FsYXIAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVkMjU1
MTkAAABAO6ojwOTYGaGypMe5WPJ3K79mW9JWNzQjGo5BeVltV+W4e84NUA0fO5Hw1IXyCB
KwtzdOu3DmG0lMkCFO97gLCQ==
-----END SSH SIGNATURE-----
`,
};

test('a stored signature of OpenSSH verifies', async () => {
  const key = readSigningKey(stored.key);
  expect(key).toMatchObject({ ok: true, value: { kind: 'sshsig', application: null } });
  if (!key.ok) return;
  expect(await verifySignature(key.value, text, stored.signature)).toEqual({ ok: true, value: null });
  expect(stored.key.startsWith(formatSigningKey(key.value))).toBe(true);
});

describe.runIf(isInstalled)('with ssh-keygen', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'salar-sshsig-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function signWithOpenSsh(type: string, namespace: string, options: readonly string[] = []) {
    const path = join(dir, `${type}-${namespace}`);
    execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', 'ana at home', '-f', path]);
    const signature = execFileSync(
      'ssh-keygen',
      ['-q', '-Y', 'sign', '-n', namespace, '-f', path, ...options],
      {
        input: text,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    return { key: readSigningKey(readFileSync(`${path}.pub`, 'utf8')), signature };
  }

  test('a signature in the namespace salar verifies', async () => {
    const { key, signature } = signWithOpenSsh('ed25519', 'salar');
    if (!key.ok) throw new Error('the key is read');
    expect(await verifySignature(key.value, text, signature)).toEqual({ ok: true, value: null });
  });

  test('a signature in another namespace is refused', async () => {
    const { key, signature } = signWithOpenSsh('ed25519', 'git');
    if (!key.ok) throw new Error('the key is read');
    expect(await verifySignature(key.value, text, signature)).toEqual({
      ok: false,
      refusal: 'signature_of_another_namespace',
    });
  });

  test('a signature with another hash is refused', async () => {
    const { key, signature } = signWithOpenSsh('ed25519', 'salar', ['-O', 'hashalg=sha256']);
    if (!key.ok) throw new Error('the key is read');
    expect(await verifySignature(key.value, text, signature)).toEqual({
      ok: false,
      refusal: 'signature_malformed',
    });
  });

  test('a key of another algorithm is not read', () => {
    expect(signWithOpenSsh('ecdsa', 'salar').key).toEqual({ ok: false, refusal: 'key_malformed' });
  });

  test.each([
    ['a key in a file', createSshSigner()],
    ['a security key', createSecurityKey()],
  ])('OpenSSH verifies the signature of %s that we verify', async (_name, { key, sign }) => {
    const signature = sign(text);
    expect(await verifySignature(key, text, signature)).toEqual({ ok: true, value: null });
    writeFileSync(join(dir, 'signers'), `ana ${formatSigningKey(key)}\n`);
    writeFileSync(join(dir, 'signature'), signature);
    const args = [
      '-Y',
      'verify',
      '-I',
      'ana',
      '-n',
      'salar',
      '-f',
      join(dir, 'signers'),
      '-s',
      join(dir, 'signature'),
    ];
    expect(execFileSync('ssh-keygen', args, { input: text, encoding: 'utf8' })).toContain(
      'Good "salar" signature',
    );
  });
});
