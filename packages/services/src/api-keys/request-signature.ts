/**
 * The signature of one request: HMAC-SHA-256 over when, which, what and with what body, so that it is good for nothing else
 * (security rule K2). Programs written anew sign so; `key-signature.ts` has the family's form.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a program sends to say who it is, as texts, unchecked, and the request that it came with. */
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

/** The text that is signed: five lines without a last line end. */
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

/** True for texts that can be a timestamp of now and a nonce. Says nothing about who sent them. */
export function isTimely({ timestamp, nonce }: RequestSignature, now: number): boolean {
  const isReadable = timestampPattern.test(timestamp) && noncePattern.test(nonce);
  return isReadable && Math.abs(Number(timestamp) - now) <= clockToleranceMs;
}

/** Compares in constant time. */
export function isRequestSignatureValid(secret: string, given: RequestSignature): boolean {
  const expected = createHmac('sha256', secret).update(buildSigningText(given)).digest();
  const isReadable = signaturePattern.test(given.signature);
  const bytes = isReadable ? Buffer.from(given.signature, 'hex') : Buffer.alloc(expected.length);
  return timingSafeEqual(bytes, expected) && isReadable;
}
