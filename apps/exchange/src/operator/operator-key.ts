/**
 * The operator's key on the operator's own machine: an Ed25519 key in a file that a passphrase seals, or a key of OpenSSH,
 * in a file, an agent or a security key.
 */
import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { derivePassphraseKey, passphraseCosts } from '@salar/services/crypto/passphrase-key';
import type { PassphraseCosts } from '@salar/services/crypto/passphrase-key';
import { SealedBox } from '@salar/services/crypto/sealed-box';

const passphraseMin = 12;

const location = 'operator key';
const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
const fileSchema = z.strictObject({
  version: z.literal(1),
  /** None in a file from before 0.2. */
  scrypt: z.strictObject({ N: z.number(), r: z.number(), p: z.number() }).optional(),
  salt: hex,
  sealed: hex,
});
type KeyFile = z.infer<typeof fileSchema>;

/**
 * Creates a key: `path` with the sealed private half, for its owner only, and `path.pub` with the public half.
 *
 * @returns the public half, as `readSigningKey` reads it
 * @throws when the passphrase is shorter than 12 characters, or when a file exists: none is overwritten
 */
export function createOperatorKey(path: string, passphrase: string): string {
  if (passphrase.length < passphraseMin)
    throw new Error(`the passphrase needs at least ${passphraseMin} characters`);
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const salt = randomBytes(16);
  const sealed = openBox(passphrase, salt, passphraseCosts).seal(
    privateKey.export({ type: 'pkcs8', format: 'der' }),
    location,
  );
  const file: KeyFile = {
    version: 1,
    scrypt: passphraseCosts,
    salt: salt.toString('hex'),
    sealed: sealed.toString('hex'),
  };
  const text = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  writeFileSync(path, `${JSON.stringify(file, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  writeFileSync(`${path}.pub`, `${text}\n`, { flag: 'wx' });
  return text;
}

/**
 * Opens a key and returns a function that signs texts with it.
 *
 * @param promptPassphrase  called for a file of `createOperatorKey`; ssh-keygen prompts for that of an OpenSSH key itself
 * @throws when the file cannot be read or the passphrase is wrong
 */
export async function openOperatorKey(
  path: string,
  promptPassphrase: () => Promise<string>,
): Promise<(text: string) => string> {
  const content = readFileSync(path, 'utf8');
  if (!content.startsWith('{')) return (text) => signWithSsh(path, text);
  const file = fileSchema.safeParse(JSON.parse(content));
  if (!file.success) throw new Error(`${path} is not a file of operator keygen`);
  const key = openSealedKey(path, file.data, await promptPassphrase());
  return (text) => sign(null, Buffer.from(text), key).toString('base64');
}

function openSealedKey(path: string, { scrypt, salt, sealed }: KeyFile, passphrase: string): KeyObject {
  const box = openBox(passphrase, Buffer.from(salt, 'hex'), scrypt);
  try {
    const der = box.open(Buffer.from(sealed, 'hex'), location);
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch (cause) {
    throw new Error(`the key in ${path} does not open with this passphrase`, { cause });
  }
}

function openBox(passphrase: string, salt: Buffer, costs: PassphraseCosts | undefined): SealedBox {
  return new SealedBox(derivePassphraseKey(passphrase, salt, costs));
}

/** A security key of OpenSSH waits for a touch; prompts go to the terminal. */
function signWithSsh(path: string, text: string): string {
  const { status, stdout, error } = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', 'salar', '-f', path], {
    input: text,
    stdio: ['pipe', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  if (error !== undefined) throw new Error('ssh-keygen cannot be run', { cause: error });
  if (status !== 0) throw new Error(`ssh-keygen could not sign with ${path}`);
  return stdout;
}
