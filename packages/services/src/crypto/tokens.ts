/** Secrets of 256 random bits; session tokens have a prefix that names their kind (security rules S1, S4). */
import { hash, randomBytes } from 'node:crypto';

const prefix = 'sal_s_';
const tokenPattern = /^sal_s_[A-Za-z0-9_-]{43}$/;

/** Creates a secret of 43 characters that are safe in links and headers. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

export function createSessionToken(): string {
  return prefix + createSecret();
}

/** Returns true for a text that could be one of our session tokens; other texts need no look-up. */
export function isSessionToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** Hashes a secret for storage: a token, a mailed code, an operator's secret. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** Hashes a token to a text key for in-memory look-ups; in one step, because every request does it. */
export function toSecretKey(secret: string): string {
  return hash('sha256', secret, 'base64');
}
