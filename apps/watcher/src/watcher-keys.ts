/** The watcher's two keys: that of its halts, and its certificate for the signers. Both are created by `watcher init`. */
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateFile } from '@salar/adapters/files/key-files';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import type { TlsIdentity } from '@salar/adapters/tls/tls-identity';

const identityName = 'watcher';

/** Creates what is missing. @returns the public key of the halts as base64 of its SubjectPublicKeyInfo */
export async function createWatcherKeys(dataDir: string): Promise<string> {
  const text = readOrCreateFile(getKeyPath(dataDir), () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
  );
  await openTlsIdentity(dataDir, identityName);
  return createPublicKey(text).export({ format: 'der', type: 'spki' }).toString('base64');
}

/** Opens both keys. @throws when `watcher init` was not run */
export async function openWatcherKeys(
  dataDir: string,
): Promise<{ readonly privateKey: KeyObject; readonly identity: TlsIdentity }> {
  const path = getKeyPath(dataDir);
  if (!existsSync(path)) throw new Error(`${path} is missing: run \`watcher init\` first`);
  const privateKey = createPrivateKey(readFileSync(path, 'utf8'));
  return { privateKey, identity: await openTlsIdentity(dataDir, identityName) };
}

function getKeyPath(dataDir: string): string {
  return join(dataDir, 'halt-key.pem');
}
