/** Addresses of Ethereum and compatible chains, in the form whose capital letters are a checksum (EIP-55). */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/**
 * Reads an address in lower case or with a valid checksum.
 *
 * @returns the address with its checksum; null when the text is not an address, or its checksum is wrong
 * @example parseWalletAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed') //
 *   '0x5aAeb6053F3E94c9B9A09f33669435E7Ef1BeAed'
 */
export function parseWalletAddress(text: string): string | null {
  const bare = text.trim();
  if (!/^0x[0-9a-fA-F]{40}$/.test(bare)) return null;
  const small = bare.slice(2).toLowerCase();
  const digest = bytesToHex(keccak_256(new TextEncoder().encode(small)));
  const checked = small.replace(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(digest.charAt(at), 16) >= 8 ? letter.toUpperCase() : letter,
  );
  const address = `0x${checked}`;
  return bare === `0x${small}` || bare === address ? address : null;
}
