/** Ed25519 over Node.js, with the public keys refused whose signatures prove nothing. */
import { createPublicKey, verify } from 'node:crypto';

const publicKeyLength = 32;
export const signatureLength = 64;
/** SubjectPublicKeyInfo before the 32 bytes of the key. */
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex');

/** Points of small order, without the bit of the sign: with them anybody finds signatures that verify. */
const smallOrder: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** Returns true for 32 bytes that can be somebody's key. */
export function isPublicKey(bytes: Uint8Array): boolean {
  if (bytes.length !== publicKeyLength) return false;
  const unsigned = Buffer.from(bytes);
  unsigned.writeUInt8(unsigned.readUInt8(31) & 0x7f, 31);
  return !smallOrder.has(unsigned.toString('hex'));
}

/** Verifies a signature of 64 bytes over a message; false also when the key is not a point of the curve. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (!isPublicKey(publicKey) || signature.length !== signatureLength) return false;
  const key = createPublicKey({
    key: Buffer.concat([spkiHead, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, message, key, signature);
}

/** Formats a key as the base64 of its SubjectPublicKeyInfo, as `openssl pkey -pubout` prints it between its two lines. */
export function formatSpki(publicKey: Uint8Array): string {
  return Buffer.concat([spkiHead, publicKey]).toString('base64');
}

/** Returns the 32 bytes of a key; null when the bytes are not the SubjectPublicKeyInfo of an Ed25519 key. */
export function readSpki(bytes: Buffer): Buffer | null {
  const head = bytes.subarray(0, spkiHead.length);
  const publicKey = bytes.subarray(spkiHead.length);
  return head.equals(spkiHead) && isPublicKey(publicKey) ? publicKey : null;
}
