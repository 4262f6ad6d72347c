/** The commands that work on keys apart from the seed. */
import { findBitcoinKind } from '../families/open-families.ts';
import { checkKey, openKeyStores, walletKeyNames } from '../keys/open-key-stores.ts';
import { readKeySettings } from './signer-settings.ts';

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
