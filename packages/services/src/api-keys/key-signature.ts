/**
 * The signature of programs (wire-protocol 1.3): HMAC-SHA-256 over nonce, user id and key, joined as the texts that were
 * sent. The nonce is any text: clients of the family repeat it and count it as they like.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a program sends to say who it is, as texts, unchecked. */
export type KeyCredentials = {
  readonly apiKey: string;
  readonly nonce: string;
  readonly userId: string;
  /** 64 hex digits, in either case. */
  readonly signature: string;
};

const signaturePattern = /^[0-9a-f]{64}$/i;

/** Compares in constant time. */
export function isKeySignatureValid(
  secret: string,
  { apiKey, nonce, userId, signature }: KeyCredentials,
): boolean {
  const expected = createHmac('sha256', secret).update(`${nonce}${userId}${apiKey}`).digest();
  const isReadable = signaturePattern.test(signature);
  const given = isReadable ? Buffer.from(signature, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(given, expected) && isReadable;
}
