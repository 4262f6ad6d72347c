/**
 * The signer's settings file. Paths in it are relative to its own folder:
 *
 *   {
 *     "installation": "exchange.example",
 *     "listen": { "socket": "signer.sock" },
 *     "clients": ["exchange.crt"],
 *     "dataDir": "data",
 *     "policy": "policy.json",
 *     "ticketMacKey": "ticket-mac.key",
 *     "passphrase": "passphrase",
 *     "keyStores": {
 *       "evm/hot": { "pkcs11": { "module": "/usr/lib/softhsm/libsofthsm2.so", "tokenLabel": "hot", "pinFile": "pin", "keyLabel": "evm-hot" } },
 *       "tron/hot": { "kms": { "region": "sa-east-1", "keyId": "alias/salar-tron-hot", "credentialsFile": "aws.json" } }
 *     }
 *   }
 *
 * A watcher is named by `"watcher": { "certificate": "watcher.crt", "key": "MCowBQ…", "silentMinutes": 10 }`.
 *
 * Keys that `keyStores` does not name are derived from the seed.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { endpointSchema, resolveEndpoint } from '@salar/adapters/signer/signer-connection';
import type { SignerAddress, SignerEndpoint } from '@salar/adapters/signer/signer-connection';
import { readSpki } from '@salar/approvals/ed25519';
import { parseKeyRing } from '@salar/services/crypto/key-ring';
import type { KeyRing } from '@salar/services/crypto/key-ring';
import { installationPattern } from '@salar/approvals/installation';
import { z } from 'zod';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { walletKeyNames } from '../keys/open-key-stores.ts';
import type { KeyPlace, WalletKeyName } from '../keys/open-key-stores.ts';
import { parsePolicy } from '../policy/parse-policy.ts';

export type SignerSettings = {
  /** The host name of the exchange, which the texts that approvers sign name. */
  readonly installation: string;
  readonly listen: SignerEndpoint;
  /** The certificates in PEM of those who may connect. */
  readonly clients: readonly string[];
  /** The sealed seed, the signer's own certificate and the record of what it signed. */
  readonly dataDir: string;
  readonly policy: SignerPolicy;
  /** 32 bytes in hex, shared with the exchange. */
  /** The keys of the tickets' MACs that are accepted, by id. */
  readonly ticketMacKey: KeyRing;
  readonly passphrase: string;
  /** The keys of wallets that are apart from the seed. */
  readonly keyPlaces: ReadonlyMap<WalletKeyName, KeyPlace>;
  /** The other signer of a pair. */
  readonly peer: PeerSettings | null;
  /** The watcher, which may halt all payments. */
  readonly watcher: WatcherSettings | null;
};
type WatcherSettings = {
  /** PEM. */
  readonly certificate: string;
  /** The public key of its halts, as base64 of its SubjectPublicKeyInfo. */
  readonly key: string;
  readonly silentMinutes: number;
};
type PeerSettings = SignerAddress & {
  /** True for the signer that leads at the first start of the pair. */
  readonly leads: boolean;
};

const pathSchema = z.string().min(1);
const pkcs11Schema = z.strictObject({
  module: pathSchema,
  tokenLabel: z.string().min(1).max(32),
  pinFile: pathSchema,
  keyLabel: z.string().min(1),
});
const kmsSchema = z.strictObject({
  region: z.string().regex(/^[a-z0-9-]+$/),
  keyId: z.string().min(1),
  credentialsFile: pathSchema,
  endpoint: z.url().refine(isEncrypted, 'must be an https address, or one of this machine').optional(),
});
const placeSchema = z.union([
  z.strictObject({ pkcs11: pkcs11Schema }),
  z.strictObject({ kms: kmsSchema }),
  z.strictObject({ seed: z.literal(true) }),
]);
/** The contents of the settings file. */
const fileSchema = z.strictObject({
  installation: z
    .string('must be the host name of the exchange, such as "exchange.example": approvers sign it')
    .regex(installationPattern, 'must be a host name in lower case, such as "exchange.example"'),
  listen: endpointSchema,
  clients: z.array(pathSchema).min(1, 'must name the certificate of at least one client'),
  dataDir: pathSchema,
  policy: pathSchema,
  ticketMacKey: pathSchema,
  passphrase: pathSchema,
  keyStores: z.partialRecord(z.enum(walletKeyNames), placeSchema).default({}),
  peer: z.strictObject({ endpoint: endpointSchema, certificate: pathSchema, leads: z.boolean() }).optional(),
  watcher: z
    .strictObject({
      certificate: pathSchema,
      key: z.string().refine(isSpki, 'must be the public key that `watcher init` printed'),
      silentMinutes: z.int().min(1).max(1_440).default(10),
    })
    .optional(),
});
export type SignerSettingsFile = z.input<typeof fileSchema>;

/** Reads the settings and every file that they name. @throws with the file and what is wrong in it */
export function readSignerSettings(path: string): SignerSettings {
  const { file, at } = readFile(path);
  return {
    listen: resolveEndpoint(file.listen, dirname(resolve(path))),
    clients: file.clients.map((name) => read('clients', at(name), (text) => text)),
    ticketMacKey: read('ticketMacKey', at(file.ticketMacKey), parseRing),
    ...readSeedSettings(path),
    ...readKeySettings(path),
    peer: file.peer === undefined ? null : readPeer(file.peer, path, at),
    watcher:
      file.watcher === undefined
        ? null
        : { ...file.watcher, certificate: read('watcher', at(file.watcher.certificate), (text) => text) },
  };
}

function readPeer(
  { endpoint, certificate, leads }: NonNullable<SignerSettingsFile['peer']>,
  path: string,
  at: (name: string) => string,
): PeerSettings {
  return {
    endpoint: resolveEndpoint(endpoint, dirname(resolve(path))),
    signerCertificate: read('peer', at(certificate), (text) => text),
    leads,
  };
}

/** Reads what keys in other stores need, before there is a seed. @throws with the file and what is wrong in it */
export function readKeySettings(path: string): Pick<SignerSettings, 'keyPlaces' | 'policy'> {
  const { file, at } = readFile(path);
  const keyPlaces = new Map<WalletKeyName, KeyPlace>();
  for (const name of walletKeyNames) {
    const place = file.keyStores[name];
    if (place !== undefined) keyPlaces.set(name, readPlace(`keyStores.${name}`, place, at));
  }
  return { keyPlaces, policy: read('policy', at(file.policy), parsePolicy) };
}

function readPlace(
  setting: string,
  place: z.infer<typeof placeSchema>,
  at: (name: string) => string,
): KeyPlace {
  if ('seed' in place) {
    if (setting.includes('/former-')) return place;
    throw new Error(`${setting}: a key is the seed's without an entry; only a former key can say so`);
  }
  if ('kms' in place) {
    const { region, keyId, credentialsFile, endpoint } = place.kms;
    const shared = { region, keyId, credentialsFile: at(credentialsFile) };
    return { kms: endpoint === undefined ? shared : { ...shared, endpoint } };
  }
  const { module, tokenLabel, pinFile, keyLabel } = place.pkcs11;
  const pin = read(setting, at(pinFile), parsePin);
  return { pkcs11: { module: at(module), tokenLabel, pin, keyLabel } };
}

/** Reads what a seed needs, before certificates have been exchanged. @throws with the file and what is wrong in it */
export function readSeedSettings(
  path: string,
): Pick<SignerSettings, 'installation' | 'dataDir' | 'passphrase'> {
  const { file, at } = readFile(path);
  return {
    installation: file.installation,
    dataDir: at(file.dataDir),
    passphrase: read('passphrase', at(file.passphrase), parsePassphrase),
  };
}

function readFile(path: string): { file: z.infer<typeof fileSchema>; at: (name: string) => string } {
  const folder = dirname(resolve(path));
  const file = read(path, path, (text) => {
    const parsed = fileSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
    throw new Error(parsed.error.issues.map((one) => `${one.path.join('.')} ${one.message}`).join('; '));
  });
  return { file, at: (name) => resolve(folder, name) };
}

function read<T>(setting: string, path: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    const where = setting === path ? path : `${setting}, ${path}`;
    throw new Error(`${where}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function isSpki(text: string): boolean {
  return readSpki(Buffer.from(text, 'base64')) !== null;
}

function parseRing(text: string): KeyRing {
  const ring = parseKeyRing(text);
  if (ring === null)
    throw new Error('does not contain a key of 32 bytes in hex, or several as 2:<key>,1:<former key>');
  return ring;
}

const passphraseLengthMin = 24;

function parsePassphrase(text: string): string {
  const passphrase = text.trim();
  if (/[\n\r]|^#/.test(passphrase)) throw new Error('must have one line, and not be a comment');
  if (passphrase.length < passphraseLengthMin)
    throw new Error(`must have at least ${passphraseLengthMin} characters`);
  return passphrase;
}

function parsePin(text: string): string {
  const pin = text.trim();
  if (pin === '') throw new Error('must contain the PIN of a token');
  return pin;
}

/** Without TLS anybody on the way could answer, so only a service of this machine may do without. */
function isEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  const isLocal = hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost';
  return protocol === 'https:' || (protocol === 'http:' && isLocal);
}

/** Returns the path of the sealed seed in a data directory. */
export function getSeedPath(dataDir: string): string {
  return join(dataDir, 'seed.json');
}
