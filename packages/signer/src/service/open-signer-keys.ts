/** Opens the keys of a signer with a policy, for the commands that an administrator runs. */
import { openSeed } from '@salar/adapters/files/seed-file';
import type { SignerPolicy } from '@salar/adapters/signer/signer-policy';
import { findBitcoinKind } from '../families/open-families.ts';
import { openKeys } from '../keys/open-keys.ts';
import { SeedKeys } from '../keys/seed-keys.ts';
import type { SignerKeys } from '../keys/signer-keys.ts';
import { getSeedPath, readKeySettings, readSeedSettings } from './signer-settings.ts';

/** @throws when the policy has a branch of deposit addresses that is not one of the seed */
export function openSignerKeys(settings: string, { networks, depositBranches }: SignerPolicy): SignerKeys {
  const { dataDir, passphrase } = readSeedSettings(settings);
  const seed = openSeed(getSeedPath(dataDir), passphrase);
  const { keyPlaces } = readKeySettings(settings);
  return openKeys(new SeedKeys(seed, findBitcoinKind(networks)), keyPlaces, depositBranches);
}
