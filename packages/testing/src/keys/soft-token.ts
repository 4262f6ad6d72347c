/** Stores of keys for tests: tokens of SoftHSM, which behave as those of a hardware module, and a small cloud service. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeyStores } from '@salar/signer/keys/open-key-stores';
import type { KeyPlace, WalletKeyName } from '@salar/signer/keys/open-key-stores';
import type { TokenSettings } from '@salar/signer/keys/pkcs11/pkcs11-keys';
import type { SeedKeys } from '@salar/signer/keys/seed-keys';
import { SignerKeys } from '@salar/signer/keys/signer-keys';
import { kmsCredentials, kmsRegion, KmsServer } from './kms-server.ts';

const usualPlaces = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib/x86_64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib/aarch64-linux-gnu/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
];

/** The token of this process: SoftHSM lists its tokens once, when it is initialised. */
let token: TokenSettings | null = null;
/** The service of this process, which ends with it. */
let kms: Promise<KmsServer> | null = null;
let worlds = 0;

/**
 * Returns the token of this process, which is created at the first call and removed when the process ends.
 * @throws when SoftHSM is not installed
 */
export function openSoftToken(): TokenSettings {
  token ??= createSoftToken();
  return token;
}

function createSoftToken(): TokenSettings {
  const module = usualPlaces.find((place) => existsSync(place));
  if (module === undefined)
    throw new Error('The tests of tokens need SoftHSM. Install it (Debian: apt-get install softhsm2).');
  prepareFolder();
  const made = { module, tokenLabel: `token-${process.pid}`, pin: '271828' };
  const args = [
    '--init-token',
    '--free',
    '--label',
    made.tokenLabel,
    '--pin',
    made.pin,
    '--so-pin',
    '314159',
  ];
  const run = spawnSync('softhsm2-util', [...args, '--module', module]);
  if (run.status !== 0) throw new Error(`softhsm2-util: ${String(run.error ?? run.stderr)}`);
  return made;
}

/**
 * Opens the keys of a test of payments: those of the seed, or, where `SALAR_TEST_KEYS` is `softhsm` or `kms`, with the keys of
 * these wallets in a token or in a cloud service.
 */
export async function openTestKeys(seed: SeedKeys, names: readonly WalletKeyName[]): Promise<SignerKeys> {
  const store = process.env['SALAR_TEST_KEYS'];
  if (store === undefined) return new SignerKeys(seed);
  worlds += 1;
  const place = store === 'kms' ? await openKmsPlace() : openTokenPlace();
  const stores = openKeyStores(new Map(names.map((name) => [name, place(`${name} ${worlds}`)])));
  for (const [name, store] of stores) await store.create(name);
  return new SignerKeys(seed, stores);
}

function openTokenPlace(): (label: string) => KeyPlace {
  const { module, tokenLabel, pin } = openSoftToken();
  return (keyLabel) => ({ pkcs11: { module, tokenLabel, pin, keyLabel } });
}

async function openKmsPlace(): Promise<(label: string) => KeyPlace> {
  kms ??= KmsServer.start();
  const { url: endpoint } = await kms;
  const credentialsFile = join(createFolder('salar-kms-'), 'aws.json');
  writeFileSync(credentialsFile, JSON.stringify(kmsCredentials));
  return (label) => ({
    kms: { region: kmsRegion, keyId: `alias/${label.replace(/\W/g, '-')}`, credentialsFile, endpoint },
  });
}

/** Creates a folder that is removed when the process ends. */
function createFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function prepareFolder(): void {
  const folder = createFolder('salar-softhsm-');
  const tokens = join(folder, 'tokens');
  mkdirSync(tokens);
  const path = join(folder, 'softhsm2.conf');
  writeFileSync(path, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`);
  process.env['SOFTHSM2_CONF'] = path;
}
