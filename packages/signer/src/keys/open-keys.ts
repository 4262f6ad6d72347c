/** Opens all keys of a signer: those of the seed, and those that its settings place elsewhere. */
import type { DepositBranches } from '@salar/adapters/signer/signer-policy';
import { openKeyStores } from './open-key-stores.ts';
import type { KeyPlace, WalletKeyName } from './open-key-stores.ts';
import type { KeyName, KeyStore } from './key-store.ts';
import type { SeedKeys } from './seed-keys.ts';
import { SignerKeys } from './signer-keys.ts';

/**
 * @param depositBranches  those of the policy
 * @throws when a wallet of layout 1 is to be emptied, because its nonces are recorded without its address, or when a branch of deposit
 *   addresses is not one of the seed
 */
export function openKeys(
  seed: SeedKeys,
  places: ReadonlyMap<WalletKeyName, KeyPlace>,
  depositBranches: DepositBranches | undefined,
): SignerKeys {
  const stores = new Map<KeyName, KeyStore>(openKeyStores(places));
  for (const [name, place] of places) {
    if (seed.layout === 1 && name.includes('/former-'))
      throw new Error(`keyStores.${name}: replace keys after "signer renew-layout"`);
    if ('seed' in place) stores.set(name, seed.asFormer());
  }
  return new SignerKeys(seed, stores, { depositBranches });
}
