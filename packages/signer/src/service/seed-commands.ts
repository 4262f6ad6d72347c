/** Prepares the data directory of a signer: its seed, and the certificate that it presents. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSeed } from '@salar/adapters/files/seed-file';
import { openTlsIdentity } from '@salar/adapters/tls/tls-identity';
import { deriveCheckpointKey, formatCheckpointKey } from '../checkpoints/checkpoint-signer.ts';
import { getSeedPath, readSeedSettings } from './signer-settings.ts';

/** The name of the signer's certificate and key in its data directory. */
export const signerIdentityName = 'signer';

/** Lists the files that a signer writes once it has run with its seed. */
const recordNames = ['claims.mdb', 'checkpoints.jsonl', 'policy.sealed.json', 'signed.jsonl'];

/**
 * Prepares a data directory: creates the seed and the signer's certificate.
 *
 * @returns the public key of the journal's checkpoints
 * @throws when there is a seed already, or was one: new wallets would be taken for those that customers paid to
 */
export async function initialiseSigner(options: { settings: string }): Promise<string> {
  const { dataDir, passphrase } = readSeedSettings(options.settings);
  if (existsSync(getSeedPath(dataDir))) throw new Error(`${getSeedPath(dataDir)} exists already`);
  const used = recordNames.find((name) => existsSync(join(dataDir, name)));
  if (used !== undefined)
    throw new Error(
      `${join(dataDir, used)} is of a signer whose seed.json is missing: restore the seed, or use an empty data directory`,
    );
  const { root } = createSeed(getSeedPath(dataDir), passphrase);
  await openTlsIdentity(dataDir, signerIdentityName);
  return formatCheckpointKey(deriveCheckpointKey(root));
}

/**
 * Creates the certificate of a signer whose seed was copied from the other one of a pair.
 *
 * @returns its path
 */
export async function createCertificate(options: { settings: string }): Promise<string> {
  const { dataDir } = readSeedSettings(options.settings);
  await openTlsIdentity(dataDir, signerIdentityName);
  return join(dataDir, `${signerIdentityName}.crt`);
}
