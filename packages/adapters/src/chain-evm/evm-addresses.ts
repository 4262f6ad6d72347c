/** EVM addresses: EIP-55 spelling, and derivation from an account's extended public key. */
import { ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { assert } from '@salar/protocol';
import type { AddressScheme } from '@salar/services';
import type { DepositKeys } from '@salar/services/deposits/deposit-branches';
import { getAddress, isAddress } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { openDepositKeys } from '../chains/deposit-keys.ts';

/** The derivation path of our EVM account; addresses are `0/index` below it. */
export const evmAccountPath = "m/44'/60'/0'";

/** Zero, the networks' precompiled contracts, and the customary `...dead`: nobody has a key to them. */
const burnGrammar = /^0x0{36}/;

/** @param keys  extended public keys, the first one at `m/44'/60'/0'` */
export function evmAddresses(keys: DepositKeys): AddressScheme {
  const { firstIndex, derive } = openDepositKeys(keys);
  return {
    family: 'evm',
    firstIndex,
    derive: (index) => toEvmAddress(derive(index)),
    parse: parseEvmAddress,
    isBurn: (address) => burnGrammar.test(address),
  };
}

/** Accepts all lower case, or mixed case with the right checksum (integrations 4.2); returns it with its checksum. */
export function parseEvmAddress(text: string): string | null {
  return isAddress(text) ? getAddress(text) : null;
}

/** Returns the address of an HD node's public key. */
function toEvmAddress(key: HDKey): string {
  assert(key.publicKey !== null, 'an HD node has a public key');
  return formatEvmAddress(key.publicKey);
}

/** Formats the address of a compressed public key. */
export function formatEvmAddress(publicKey: Uint8Array): string {
  const uncompressed = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed');
  assert(typeof uncompressed === 'string', 'a converted key is hex text');
  return publicKeyToAddress(`0x${uncompressed}`);
}
