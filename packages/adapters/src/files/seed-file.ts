/**
 * The seed at rest: 32 bytes of entropy, AES-256-GCM under a key that scrypt derives from a passphrase.
 *
 * The entropy is that of a BIP-39 phrase of 24 words, so a paper backup and any wallet can restore it. The version of the
 * file is the layout of the keys that are derived from the seed.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { KeyLayout } from '@salar/services';
import { derivePassphraseKey, passphraseCosts } from '@salar/services/crypto/passphrase-key';
import type { PassphraseCosts } from '@salar/services/crypto/passphrase-key';
import { readOrCreateFile } from './key-files.ts';

/** The layout of new seeds. */
const newest: KeyLayout = 2;

export type Seed = {
  readonly root: HDKey;
  /** The layout of the keys in use. */
  readonly layout: KeyLayout;
  /** The layout that it had before, whose wallets may still hold money. */
  readonly formerLayout?: 1;
};
/** The version is the layout, and `former` the one before it. */
type SeedHead = { readonly version: KeyLayout; readonly former?: 1 };
type SeedFile = SeedHead & {
  /** None in a file from before 0.2. */
  scrypt?: PassphraseCosts;
  salt: string;
  nonce: string;
  sealed: string;
  tag: string;
};

/** Creates a seed in a new file and opens it. A file that exists is left as it is. */
export function createSeed(path: string, passphrase: string): Seed {
  readOrCreateFile(path, () => seal(randomBytes(32), passphrase, { version: newest }));
  return openSeed(path, passphrase);
}

/** Opens the seed. @throws when there is none, when the passphrase is wrong, or when the file was changed */
export function openSeed(path: string, passphrase: string): Seed {
  const file = readSeedFile(path);
  const entropy = unseal(file, passphrase, path);
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(entropyToMnemonic(entropy, wordlist)));
  const { version: layout, former } = file;
  return former === undefined ? { root, layout } : { root, layout, formerLayout: former };
}

/** Returns the seed phrase of BIP-39, from which any wallet restores the keys. @throws as `openSeed` does */
export function openSeedPhrase(path: string, passphrase: string): string {
  return entropyToMnemonic(unseal(readSeedFile(path), passphrase, path), wordlist);
}

/**
 * Gives a seed of layout 1 the newest layout, and keeps the file as it was beside it.
 *
 * @returns the path of the copy
 * @throws when it has the newest layout already, and as `openSeed` does
 */
export function renewLayout(path: string, passphrase: string): string {
  const file = readSeedFile(path);
  if (file.version === newest) throw new Error(`${path} has key layout ${newest} already`);
  const renewed = seal(unseal(file, passphrase, path), passphrase, { version: newest, former: 1 });
  const copy = `${path}.layout-1`;
  copyFileSync(path, copy, constants.COPYFILE_EXCL);
  writeSecretFile(`${path}.new`, renewed);
  renameSync(`${path}.new`, path);
  return copy;
}

function readSeedFile(path: string): SeedFile {
  if (!existsSync(path)) throw new Error(`${path} is missing: restore it, or create a new one`);
  const file = JSON.parse(readFileSync(path, 'utf8')) as SeedFile;
  if (file.version !== 1 && file.version !== 2)
    throw new Error(`${path} was written by a newer version of Salar`);
  return file;
}

function writeSecretFile(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  writeFileSync(file, text);
  fsyncSync(file);
  closeSync(file);
}

function seal(entropy: Buffer, passphrase: string, head: SeedHead): string {
  const salt = randomBytes(16);
  const nonce = randomBytes(12);
  const key = derivePassphraseKey(passphrase, salt, passphraseCosts);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(toAssociated(head));
  const sealed = Buffer.concat([cipher.update(entropy), cipher.final()]);
  const file: SeedFile = {
    ...head,
    scrypt: passphraseCosts,
    salt: salt.toString('hex'),
    nonce: nonce.toString('hex'),
    sealed: sealed.toString('hex'),
    tag: cipher.getAuthTag().toString('hex'),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A file whose layout was changed does not open. */
function toAssociated({ version, former }: SeedHead): Buffer {
  return Buffer.from(
    former === undefined ? `salar seed ${version}` : `salar seed ${version} after ${former}`,
  );
}

function unseal(file: SeedFile, passphrase: string, path: string): Buffer {
  const key = derivePassphraseKey(passphrase, Buffer.from(file.salt, 'hex'), file.scrypt);
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(file.nonce, 'hex'))
    .setAAD(toAssociated(file))
    .setAuthTag(Buffer.from(file.tag, 'hex'));
  try {
    return Buffer.concat([decipher.update(Buffer.from(file.sealed, 'hex')), decipher.final()]);
  } catch (cause) {
    throw new Error(`the seed in ${path} does not open with this passphrase`, { cause });
  }
}
