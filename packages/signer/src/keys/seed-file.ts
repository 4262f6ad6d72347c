/**
 * The seed at rest: 32 bytes of entropy, AES-256-GCM under a key that scrypt derives from a passphrase.
 *
 * The entropy is that of a BIP-39 phrase of 24 words, so a paper backup and any wallet can restore it.
 */
import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { readOrCreateFile } from '@salar/adapters/files/key-files';

const scrypt = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 } as const;
const associated = Buffer.from('salar seed 1');

type SeedFile = { version: 1; salt: string; nonce: string; sealed: string; tag: string };

/** Creates a seed in a new file and opens it. A file that exists is left as it is. */
export function createSeed(path: string, passphrase: string): HDKey {
  readOrCreateFile(path, () => seal(randomBytes(32), passphrase));
  return openSeed(path, passphrase);
}

/** Opens the seed. @throws when there is none, when the passphrase is wrong, or when the file was changed */
export function openSeed(path: string, passphrase: string): HDKey {
  if (!existsSync(path))
    throw new Error(`${path} is missing: restore it, or create a new seed with "signer init"`);
  const file = JSON.parse(readFileSync(path, 'utf8')) as SeedFile;
  if (file.version !== 1) throw new Error(`${path} was written by a newer version of Salar`);
  const entropy = unseal(file, passphrase, path);
  return HDKey.fromMasterSeed(mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist)));
}

function seal(entropy: Buffer, passphrase: string): string {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', scryptSync(passphrase, salt, 32, scrypt), nonce).setAAD(
    associated,
  );
  const sealed = Buffer.concat([cipher.update(entropy), cipher.final()]);
  const file: SeedFile = {
    version: 1,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    sealed: sealed.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function unseal(file: SeedFile, passphrase: string, path: string): Buffer {
  const key = scryptSync(passphrase, Buffer.from(file.salt, 'hex'), 32, scrypt);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.nonce, 'hex'))
    .setAAD(associated)
    .setAuthTag(Buffer.from(file.tag, 'hex'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(file.sealed, 'hex')), decipher.final()]);
  } catch (cause) {
    throw new Error(`the seed in ${path} does not open with this passphrase`, { cause });
  }
}
