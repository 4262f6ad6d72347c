/**
 * The signature of one request: HMAC-SHA-256 over time, nonce, method, target and body, so that it is valid for nothing else
 * (security rule K2). New programs sign this way; `key-signature.ts` has the older session signature.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The credentials that a program sends, as unchecked text, and the request that they came with. */
export type RequestSignature = {
  readonly apiKey: string;
  /** Milliseconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
  /** 64 hex digits, in either case. */
  readonly signature: string;
  readonly request: SignedRequest;
};
export type SignedRequest = {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly body: Buffer | null;
};

/** How far a program's clock may be from ours. */
export const clockToleranceMs = 30_000;

const timestampPattern = /^\d{13}$/;
const noncePattern = /^[A-Za-z0-9_-]{8,64}$/;
const signaturePattern = /^[0-9a-f]{64}$/i;
const noBody = Buffer.alloc(0);

/** Builds the signed text: five lines without a final line break. */
export function buildSigningText({
  timestamp,
  nonce,
  request,
}: Omit<RequestSignature, 'apiKey' | 'signature'>): string {
  const { method, target, body } = request;
  const bodyHash = createHash('sha256')
    .update(body ?? noBody)
    .digest('hex');
  return [timestamp, nonce, method, target, bodyHash].join('\n');
}

/** Returns true for a well-formed nonce and a timestamp close to `now`. Does not authenticate the sender. */
export function isTimely({ timestamp, nonce }: RequestSignature, now: number): boolean {
  const isReadable = timestampPattern.test(timestamp) && noncePattern.test(nonce);
  return isReadable && Math.abs(Number(timestamp) - now) <= clockToleranceMs;
}

/** Verifies the signature in constant time. */
export function isRequestSignatureValid(secret: string, given: RequestSignature): boolean {
  const expected = createHmac('sha256', secret).update(buildSigningText(given)).digest();
  const isReadable = signaturePattern.test(given.signature);
  const bytes = isReadable ? Buffer.from(given.signature, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(bytes, expected) && isReadable;
}
