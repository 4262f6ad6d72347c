/** The commands that work on keys: those apart from the seed, and the layout of those derived from it. */
import { readFileSync } from 'node:fs';
import { renewLayout } from '@salar/adapters/files/seed-file';
import { listDepositBranches } from '@salar/services/deposits/deposit-branches';
import { findBitcoinKind, openFamilies } from '../families/open-families.ts';
import { checkKey, openKeyStores, walletKeyNames } from '../keys/open-key-stores.ts';
import { parsePolicy } from '../policy/parse-policy.ts';
import { openSignerKeys } from './open-signer-keys.ts';
import { readPolicyInForce } from './policy-commands.ts';
import { getSeedPath, readKeySettings, readSeedSettings } from './signer-settings.ts';

/**
 * Creates a key in the token that the settings name for it, has it sign, and returns the address of its wallet.
 * @throws when the settings do not name the key, or the token has an object with its label already
 */
export async function createKey(settings: string, key: string): Promise<string> {
  const name = walletKeyNames.find((one) => one === key);
  if (name === undefined) throw new Error(`"${key}" is not a key: ${walletKeyNames.join(', ')}`);
  const { keyPlaces, policy } = readKeySettings(settings);
  const store = openKeyStores(keyPlaces).get(name);
  if (store === undefined) throw new Error(`${settings}: keyStores has no entry for ${name}`);
  await store.create(name);
  return checkKey(store, name, findBitcoinKind(policy.networks));
}

/**
 * Returns the wallets of a signer as JSON, addresses and extended public keys, for the settings of a watcher.
 *
 * @param policyPath  a policy that is not in force yet; that in force without it
 */
export async function formatWallets(settings: string, policyPath: string | null): Promise<string> {
  const policy =
    policyPath === null ? readPolicyInForce(settings) : parsePolicy(readFileSync(policyPath, 'utf8'));
  const families = await openFamilies(openSignerKeys(settings, policy), policy.networks);
  const wallets = [...families.values()].map(({ wallet }) => wallet);
  return `${JSON.stringify(wallets, null, 2)}\n`;
}

/**
 * Returns the `depositBranches` of a policy in which deposit addresses of a family get another branch, as JSON.
 * @throws when no network has that family
 */
export function formatNextBranch(settings: string, family: string): string {
  const policy = readPolicyInForce(settings);
  const network = policy.networks.find((one) => one.family === family);
  if (network === undefined) throw new Error(`no network of the policy is of family "${family}"`);
  const keys = openSignerKeys(settings, policy);
  const branches = listDepositBranches(keys.depositKeys(network.family));
  const next = [...branches, { xpub: keys.nextDepositXpub(network.family) }];
  const depositBranches = { ...policy.depositBranches, [network.family]: next };
  return `${JSON.stringify({ depositBranches }, null, 2)}\n`;
}

/**
 * Gives a seed of version 0.1 the key layout of new ones. From the next start on, the exchange takes what its former wallets hold to
 * the new ones.
 *
 * @returns one sentence @throws when the seed has that layout already
 */
export function renewKeyLayout(settings: string): string {
  const { dataDir, passphrase } = readSeedSettings(settings);
  const copy = renewLayout(getSeedPath(dataDir), passphrase);
  return `the hot and gas wallets have keys of layout 2 from the next start on; ${copy} is the file before`;
}
