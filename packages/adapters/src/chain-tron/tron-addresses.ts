/** Addresses of TRON: base58check of 0x41 and the 20 bytes that EVM networks use. */
import { ECDH, createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { assert } from '@salar/protocol';
import type { AddressScheme } from '@salar/services';
import type { DepositKeys } from '@salar/services/deposits/deposit-branches';
import { keccak256 } from 'viem';
import { openDepositKeys } from '../chains/deposit-keys.ts';

/** The derivation path of our TRON account; addresses are `0/index` below it. */
export const tronAccountPath = "m/44'/195'/0'";

const prefix = 0x41;
const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());
/** Zero and its neighbours: nobody has a key to them. */
const burnGrammar = /^0{36}/;

/** @param keys  extended public keys, the first one at `m/44'/195'/0'` */
export function tronAddresses(keys: DepositKeys): AddressScheme {
  const { firstIndex, derive } = openDepositKeys(keys);
  return {
    family: 'tron',
    firstIndex,
    derive(index) {
      const { publicKey } = derive(index);
      assert(publicKey !== null, 'an HD node has a public key');
      return formatTronAddress(publicKey);
    },
    parse: parseTronAddress,
    isBurn: (address) => burnGrammar.test(tronAddressHex(address)),
  };
}

/** Accepts 34 characters that start with `T` and have the right checksum; there is only one spelling. */
export function parseTronAddress(text: string): string | null {
  if (text.length !== 34) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === prefix ? text : null;
  } catch {
    return null; // the library throws plain errors for a wrong character and a wrong checksum
  }
}

/** Returns the 20 bytes of an address, as logs and contracts have them: 40 hex digits. */
export function tronAddressHex(address: string): string {
  return tronAddressBytes(address).subarray(1).toString('hex');
}

/** Returns the 21 bytes of an address, as transactions have them. */
export function tronAddressBytes(address: string): Buffer {
  return Buffer.from(base58check.decode(address));
}

/** @param hex  40 hex digits, or 42 with the leading 41 */
export function parseTronAddressHex(hex: string): string {
  const bytes = Buffer.from(hex.length === 42 ? hex : `41${hex}`, 'hex');
  assert(bytes.length === 21 && bytes[0] === prefix, 'a TRON address has 21 bytes that begin with 41');
  return base58check.encode(bytes);
}

/** Formats the address of a compressed public key. */
export function formatTronAddress(publicKey: Uint8Array): string {
  const uncompressed = ECDH.convertKey(publicKey, 'secp256k1', undefined, undefined, 'uncompressed');
  assert(typeof uncompressed !== 'string', 'a converted key is bytes');
  return parseTronAddressHex(keccak256(uncompressed.subarray(1)).slice(-40));
}
