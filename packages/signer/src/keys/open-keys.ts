/** Opens all keys of a signer: those of the seed, and those that its settings place elsewhere. */
import { openKeyStores } from './open-key-stores.ts';
import type { KeyPlace, WalletKeyName } from './open-key-stores.ts';
import type { KeyName, KeyStore } from './key-store.ts';
import type { SeedKeys } from './seed-keys.ts';
import { SignerKeys } from './signer-keys.ts';

/** @throws when a wallet of layout 1 is to be emptied: its nonces are recorded without its address */
export function openKeys(seed: SeedKeys, places: ReadonlyMap<WalletKeyName, KeyPlace>): SignerKeys {
  const stores = new Map<KeyName, KeyStore>(openKeyStores(places));
  for (const [name, place] of places) {
    if (seed.layout === 1 && name.includes('/former-'))
      throw new Error(`keyStores.${name}: replace keys after "signer renew-layout"`);
    if ('seed' in place) stores.set(name, seed.asFormer());
  }
  return new SignerKeys(seed, stores);
}
