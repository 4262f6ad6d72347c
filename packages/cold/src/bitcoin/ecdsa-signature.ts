/** Verifies signatures as they are in a PSBT: DER (BIP 66) with the type of what they cover. */
import { HDKey } from '@scure/bip32';
import { SigHash } from '@scure/btc-signer';

const scalarLength = 32;

/** Returns true when the key has signed the digest, for all inputs and outputs. */
export function hasSigned(publicKey: Uint8Array, digest: Uint8Array, signature: Uint8Array): boolean {
  const der = Buffer.from(signature);
  if (der.at(-1) !== SigHash.ALL || der[0] !== 0x30 || der[1] !== der.length - 3) return false;
  const r = readInteger(der, 2);
  const s = r && readInteger(der, r.end);
  if (r === null || s === null || s.end !== der.length - 1) return false;
  const key = new HDKey({ publicKey, chainCode: new Uint8Array(scalarLength) });
  return key.verify(digest, Buffer.concat([r.scalar, s.scalar]));
}

/** Reads an integer in its shortest form; null for any other. */
function readInteger(der: Buffer, at: number): { readonly scalar: Buffer; readonly end: number } | null {
  const length = der[at + 1] ?? 0;
  const bytes = der.subarray(at + 2, at + 2 + length);
  const [first = 0, second = 0] = bytes;
  if (der[at] !== 0x02 || length === 0 || bytes.length !== length || first >= 0x80) return null;
  if (first === 0 && length > 1 && second < 0x80) return null;
  const digits = first === 0 ? bytes.subarray(1) : bytes;
  if (digits.length > scalarLength) return null;
  return {
    scalar: Buffer.concat([Buffer.alloc(scalarLength - digits.length), digits]),
    end: at + 2 + length,
  };
}
