/** Assertions of passkeys and security keys in a browser: the challenge is the hash of the text. */
import { createHash } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { verifyAuthenticationResponse } from '@simplewebauthn/server';
import { readBase64Url } from './base64.ts';
import type { WebauthnKey } from './signing-key.ts';

/** The public keys that devices register, in CTAP2's canonical encoding: the fixed bytes around the key's own. */
const coseForms = [
  { head: 'a5010203262001215820', gap: [32, '225820'], rest: 32 }, // P-256: x, y
  { head: 'a4010103272006215820', gap: null, rest: 32 }, // Ed25519: x
  { head: 'a401030339010020590100', gap: [256, '2143010001'], rest: 0 }, // RSA of 2048 bits: modulus, exponent
] as const;

/** Base64url, as browsers return them. */
export type Assertion = {
  readonly id: string;
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

/** Returns the challenge under which a browser signs a text: SHA-256 of it in base64url. */
export function computeChallenge(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('base64url');
}

/** Returns true for a public key in the one encoding that each algorithm has: P-256, Ed25519 or RSA of 2048 bits. */
export function isCosePublicKey(publicKey: Uint8Array): boolean {
  const hex = Buffer.from(publicKey).toString('hex');
  return coseForms.some(({ head, gap, rest }) => {
    const [length, between] = gap ?? [0, ''];
    const at = head.length + 2 * length;
    return (
      hex.startsWith(head) && hex.startsWith(between, at) && hex.length === at + between.length + 2 * rest
    );
  });
}

function isP256(publicKey: Uint8Array): boolean {
  return Buffer.from(publicKey).toString('hex').startsWith(coseForms[0].head);
}

/** The library's reader of DER accepts other tags and lengths, with which one signature would have many forms. */
function isCanonicalDer(signature: string): boolean {
  const bytes = readBase64Url(signature);
  if (bytes === null) return false;
  try {
    return bytes.equals(p256.Signature.fromBytes(bytes, 'der').toBytes('der'));
  } catch {
    return false; // thrown for everything that is no DER
  }
}

/** Formats an assertion as a line that `readWebauthnAssertion` reads. */
export function formatWebauthnAssertion(assertion: Assertion): string {
  const { id, clientDataJSON, authenticatorData, signature } = assertion;
  return `webauthn ${id} ${clientDataJSON} ${authenticatorData} ${signature}`;
}

/** Reads the line of `formatWebauthnAssertion`; null for anything else. */
export function readWebauthnAssertion(text: string): Assertion | null {
  const [kind, ...fields] = text.split(' ');
  if (kind !== 'webauthn' || fields.length !== 4) return null;
  if (fields.some((field) => field === '' || readBase64Url(field) === null)) return null;
  const [id = '', clientDataJSON = '', authenticatorData = '', signature = ''] = fields;
  return { id, clientDataJSON, authenticatorData, signature };
}

/**
 * Verifies an assertion over the text: of this credential, for its site, with the person verified by the device.
 *
 * The counter of the device is not compared: what was signed is protected against repetition by its own text.
 */
export async function verifyWebauthn(key: WebauthnKey, text: string, assertion: Assertion): Promise<boolean> {
  if (!isCosePublicKey(key.publicKey)) return false;
  if (isP256(key.publicKey) && !isCanonicalDer(assertion.signature)) return false;
  const { id, ...response } = assertion;
  const verified = await verifyAuthenticationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: computeChallenge(text),
    expectedOrigin: key.origin,
    expectedRPID: key.rpId,
    credential: { id: key.credentialId, publicKey: Uint8Array.from(key.publicKey), counter: 0 },
    requireUserVerification: true,
  }).catch(() => null); // thrown for every invalid response
  return verified?.verified ?? false;
}
