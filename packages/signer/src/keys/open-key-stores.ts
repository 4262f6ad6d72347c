/** Opens the stores of the keys that are apart from the seed, and checks that each of these keys signs. */
import { randomBytes } from 'node:crypto';
import { formatBitcoinAddress } from '@salar/adapters/chain-bitcoin/bitcoin-addresses';
import type { BitcoinKind } from '@salar/adapters/chain-bitcoin/bitcoin-networks';
import { formatEvmAddress } from '@salar/adapters/chain-evm/evm-addresses';
import { formatTronAddress } from '@salar/adapters/chain-tron/tron-addresses';
import type { KeyName, KeyStore, WalletKeyStore } from './key-store.ts';
import type { KmsSettings } from './kms/aws-kms.ts';
import { KmsKeys } from './kms/kms-keys.ts';
import { Pkcs11Keys } from './pkcs11/pkcs11-keys.ts';
import type { TokenSettings } from './pkcs11/pkcs11-keys.ts';

/** The keys of wallets, which may be apart from the seed, and those that wallets had before. */
export const walletKeyNames = [
  'evm/hot',
  'evm/gas',
  'evm/house',
  'bitcoin/hot',
  'bitcoin/house',
  'tron/hot',
  'tron/gas',
  'tron/house',
  'evm/former-hot',
  'evm/former-gas',
  'evm/former-house',
  'bitcoin/former-hot',
  'bitcoin/former-house',
  'tron/former-hot',
  'tron/former-gas',
  'tron/former-house',
] as const;
export type WalletKeyName = (typeof walletKeyNames)[number];

/** Where a key is. */
export type KeyPlace =
  | { readonly pkcs11: TokenSettings & { readonly keyLabel: string } }
  | { readonly kms: KmsSettings }
  /** A former key that is derived from the seed. */
  | { readonly seed: true };

/** Opens one store for each token and each key of a cloud service. Nothing is called before the first key is used. */
export function openKeyStores(
  places: ReadonlyMap<WalletKeyName, KeyPlace>,
): Map<WalletKeyName, WalletKeyStore> {
  const labels = new Map<KeyName, string>();
  for (const [name, place] of places) if ('pkcs11' in place) labels.set(name, place.pkcs11.keyLabel);
  const tokens = new Map<string, Pkcs11Keys>();
  const stores = new Map<WalletKeyName, WalletKeyStore>();
  for (const [name, place] of places) {
    if ('seed' in place) continue;
    if ('kms' in place) {
      stores.set(name, new KmsKeys(place.kms));
      continue;
    }
    const { module, tokenLabel, pin } = place.pkcs11;
    const id = JSON.stringify([module, tokenLabel, pin]);
    const token = tokens.get(id) ?? new Pkcs11Keys({ module, tokenLabel, pin }, labels);
    tokens.set(id, token);
    stores.set(name, token);
  }
  return stores;
}

/**
 * Has a key sign a random digest, and returns the address of its wallet.
 * @throws SignerUnavailable when the store does not answer, or with something else than a signature of that key
 */
export async function checkKey(keys: KeyStore, name: WalletKeyName, kind: BitcoinKind): Promise<string> {
  await keys.sign(name, randomBytes(32));
  return formatAddress(name, await keys.publicKey(name), kind);
}

function formatAddress(name: WalletKeyName, publicKey: Uint8Array, kind: BitcoinKind): string {
  if (name.startsWith('bitcoin/')) return formatBitcoinAddress(publicKey, kind);
  return name.startsWith('evm/') ? formatEvmAddress(publicKey) : formatTronAddress(publicKey);
}
