/**
 * The session signature of API keys (wire-protocol 1.3): HMAC-SHA-256 over nonce, user id and key, concatenated as they were
 * sent. The nonce is any text: existing clients repeat it and increase it as they like.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The credentials that a program sends, as unchecked text. */
export type KeyCredentials = {
  readonly apiKey: string;
  readonly nonce: string;
  readonly userId: string;
  /** 64 hex digits, in either case. */
  readonly signature: string;
};

const signaturePattern = /^[0-9a-f]{64}$/i;

/** Verifies the signature in constant time. */
export function isKeySignatureValid(
  secret: string,
  { apiKey, nonce, userId, signature }: KeyCredentials,
): boolean {
  const expected = createHmac('sha256', secret).update(`${nonce}${userId}${apiKey}`).digest();
  const isReadable = signaturePattern.test(signature);
  const given = isReadable ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(given, expected) && isReadable;
}
